import { z } from 'zod';
import { apiClient } from '#infra/local/api-client';
import type { Endpoints } from '#infra/local/endpoints';
import { tenantContents } from '#infra/local/sample-data';
import { type CloudAccess, type CloudUser, logInAsAdmin } from '#test/contracts/openstack/cloud-admin';
import { type PreparedProject, prepareProject, removeProject } from '#test/contracts/openstack/prepare-cloud';
import { ensureImage } from '../prepared-offer.ts';

const id = z.object({ id: z.string() });
const made = z.object({ uuid: z.string() });
const nothing = z.unknown();

const FLAVOR = { name: 'paddock-real-order', vcpus: 2, ram: 4096, disk: 40 };
const GROUP = 'kubernetes';

export interface RealTenant {
  readonly admin: CloudUser;
  readonly project: PreparedProject;
  readonly uuids: { tenant: string; subnet: string; flavor: string; securityGroup: string; volumeType: string };
  remove(): Promise<void>;
}

/**
 * Makes a project in the cloud with everything that an order needs, as the operator and the customer would. Then
 * registers the project with Paddock's API as a tenant, with an application credential of the project.
 */
export async function realTenant(access: CloudAccess, endpoints: Endpoints): Promise<RealTenant> {
  const admin = await logInAsAdmin(access);
  const { flavor } = await admin.ask('compute', 'POST', '/flavors', z.object({ flavor: id }), { flavor: FLAVOR });
  const removeImage = await ensureImage(admin);
  const project = await prepareProject(access, admin);
  await makeSecurityGroup(project.member);
  return {
    admin,
    project,
    uuids: await register(access, project, endpoints),
    async remove() {
      await removeProject(admin, project);
      await admin.ask('compute', 'DELETE', `/flavors/${flavor.id}`, nothing);
      await removeImage();
    },
  };
}

/** A security group that admits all traffic between its members, as clusters need it. */
async function makeSecurityGroup(member: CloudUser): Promise<void> {
  const reply = z.object({ security_group: id });
  const group = { security_group: { name: GROUP } };
  const { security_group } = await member.ask('network', 'POST', '/security-groups', reply, group);
  const rule = { security_group_id: security_group.id, remote_group_id: security_group.id, direction: 'ingress' };
  await member.ask('network', 'POST', '/security-group-rules', nothing, { security_group_rule: rule });
}

async function register(access: CloudAccess, project: PreparedProject, { api, tokens, sample }: Endpoints) {
  const staff = apiClient(api, tokens.staff);
  const { username, password, user_domain_name } = access.admin;
  const options = { backend_url: access.auth_url, username, password, user_domain_name, region: access.region };
  const settings = { type: 'OpenStack', name: 'Real cloud', options };
  const tenant = {
    name: 'real',
    project: sample.project,
    service_settings: (await staff.post('service-settings/', settings, made)).uuid,
    backend_id: project.id,
    application_credential_id: project.credential.id,
    application_credential_secret: project.credential.secret,
  };
  const { uuid } = await staff.post('openstack-tenants/', tenant, made);
  const contents = await tenantContents(staff, uuid);
  const named = (kind: 'subnets' | 'flavors' | 'security_groups' | 'volume_types', name?: string) => {
    const found = name === undefined ? Object.values(contents[kind])[0] : contents[kind][name];
    if (!found) throw new Error(`The tenant shows no ${kind} ${name ?? ''}: ${JSON.stringify(contents[kind])}`);
    return found;
  };
  return {
    tenant: uuid,
    subnet: named('subnets'),
    flavor: named('flavors', FLAVOR.name),
    securityGroup: named('security_groups', GROUP),
    volumeType: named('volume_types'),
  };
}
