import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type CloudAccess, type CloudUser, logInAsAdmin, logInWithPassword } from './cloud-admin.ts';

const id = z.object({ id: z.string() });
const ids = z.array(id);
const nothing = z.unknown();

const QUOTAS = {
  compute: { path: '/os-quota-sets', key: 'quota_set' },
  'block-storage': { path: '/os-quota-sets', key: 'quota_set' },
  network: { path: '/quotas', key: 'quota' },
} as const;
type QuotaService = keyof typeof QUOTAS;

/** A typical customer project: a member with an application credential, and a network with one subnet. */
export type PreparedProject = {
  id: string;
  credential: { id: string; secret: string };
  member: CloudUser;
  networkId: string;
  subnetId: string;
};
export type PreparedCloud = {
  access: CloudAccess;
  admin: CloudUser;
  project: PreparedProject;
  otherProject: PreparedProject;
  /**
   * Runs `work` while the project has the given quota for a service. Afterwards the cloud's default quota applies
   * again.
   */
  withQuota<T>(service: QuotaService, quota: Record<string, number>, work: () => Promise<T>): Promise<T>;
  /**
   * Removes everything that the preparation created. Before this call, the suite must remove its own objects from the
   * projects.
   */
  remove(): Promise<void>;
};

/** Creates the objects that the suite needs in any cloud, simulated or real, with the operator's account. */
export async function prepareCloud(access: CloudAccess): Promise<PreparedCloud> {
  const admin = await logInAsAdmin(access);
  const flavorIds = await ensureFlavors(admin);
  const imageIds = await ensureImages(admin);
  const project = await prepareProject(access, admin);
  const otherProject = await prepareProject(access, admin);
  return {
    access,
    admin,
    project,
    otherProject,
    async withQuota(service, quota, work) {
      const { path, key } = QUOTAS[service];
      await admin.ask(service, 'PUT', `${path}/${project.id}`, nothing, { [key]: quota });
      try {
        return await work();
      } finally {
        await admin.ask(service, 'DELETE', `${path}/${project.id}`, nothing);
      }
    },
    async remove() {
      for (const it of [project, otherProject]) await removeProject(admin, it);
      for (const flavorId of flavorIds) await admin.ask('compute', 'DELETE', `/flavors/${flavorId}`, nothing);
      for (const imageId of imageIds) await admin.ask('image', 'DELETE', `/images/${imageId}`, nothing);
    },
  };
}

async function ensureFlavors(admin: CloudUser): Promise<string[]> {
  const { flavors } = await admin.ask('compute', 'GET', '/flavors', z.object({ flavors: ids }));
  const made: string[] = [];
  for (let missing = 2 - flavors.length; missing > 0; missing -= 1) {
    const flavor = { name: `contract.${missing}`, ram: 1024 * missing, vcpus: missing, disk: 10 };
    made.push((await admin.ask('compute', 'POST', '/flavors', z.object({ flavor: id }), { flavor })).flavor.id);
  }
  return made;
}

async function ensureImages(admin: CloudUser): Promise<string[]> {
  const made: string[] = [];
  const { images } = await admin.ask('image', 'GET', '/images?status=active', z.object({ images: ids }));
  for (let missing = 2 - images.length; missing > 0; missing -= 1) {
    const image = { name: `contract-${missing}`, disk_format: 'raw', container_format: 'bare', visibility: 'public' };
    const { id: imageId } = await admin.ask('image', 'POST', '/images', id, image);
    await admin.upload(`/images/${imageId}/file`, 'not really an operating system');
    made.push(imageId);
  }
  return made;
}

/** Creates a project for one suite. */
export async function prepareProject(access: CloudAccess, admin: CloudUser): Promise<PreparedProject> {
  const name = `contract-${randomUUID().slice(0, 8)}`;
  const password = randomUUID();
  const domain = { id: admin.domainId };
  const identity = <T>(path: string, reply: z.ZodType<T>, body: unknown) =>
    admin.ask('identity', 'POST', path, reply, body);
  const made = await identity('/projects', z.object({ project: id }), { project: { name, domain_id: domain.id } });
  const user = { name, password, domain_id: domain.id };
  const { user: owner } = await identity('/users', z.object({ user: id }), { user });
  await grant(admin, made.project.id, owner.id, 'member');
  // The cloud's own account can use a customer's project only with a role in that project.
  await grant(admin, made.project.id, admin.userId, 'admin');
  const member = await logInWithPassword(access.auth_url, { username: name, password, domain }, made.project);
  return {
    id: made.project.id,
    member,
    credential: await makeCredential(member, name),
    ...(await makeNetwork(member, name)),
  };
}

export async function roleId(admin: CloudUser, role: string): Promise<string> {
  const { roles } = await admin.ask('identity', 'GET', `/roles?name=${role}`, z.object({ roles: ids }));
  return roles[0]?.id ?? '';
}

export async function grant(admin: CloudUser, projectId: string, userId: string, role: string): Promise<void> {
  const path = `/projects/${projectId}/users/${userId}/roles/${await roleId(admin, role)}`;
  await admin.ask('identity', 'PUT', path, nothing);
}

async function makeCredential(member: CloudUser, name: string): Promise<PreparedProject['credential']> {
  const reply = z.object({ application_credential: id.extend({ secret: z.string() }) });
  const path = `/users/${member.userId}/application_credentials`;
  const made = await member.ask('identity', 'POST', path, reply, { application_credential: { name } });
  return made.application_credential;
}

async function makeNetwork(member: CloudUser, name: string): Promise<{ networkId: string; subnetId: string }> {
  const { network } = await member.ask('network', 'POST', '/networks', z.object({ network: id }), {
    network: { name },
  });
  const subnet = { name, network_id: network.id, ip_version: 4, cidr: '10.77.0.0/24' };
  const made = await member.ask('network', 'POST', '/subnets', z.object({ subnet: id }), { subnet });
  return { networkId: network.id, subnetId: made.subnet.id };
}

/**
 * Removes the project with its security groups. Neutron creates a default group in each project, and keeps the group
 * when the project is deleted.
 */
export async function removeProject(admin: CloudUser, project: PreparedProject): Promise<void> {
  await project.member.ask('network', 'DELETE', `/networks/${project.networkId}`, nothing);
  const groups = z.object({ security_groups: ids });
  const ofProject = `/security-groups?project_id=${project.id}`;
  const { security_groups } = await admin.ask('network', 'GET', ofProject, groups);
  for (const group of security_groups) await admin.ask('network', 'DELETE', `/security-groups/${group.id}`, nothing);
  await admin.ask('identity', 'DELETE', `/users/${project.member.userId}`, nothing);
  await admin.ask('identity', 'DELETE', `/projects/${project.id}`, nothing);
}
