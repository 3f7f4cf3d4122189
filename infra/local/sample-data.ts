import { z } from 'zod';
import { type ApiClient, apiClient } from './api-client.ts';
import type { Person } from './endpoints.ts';
import type { OpenStackSimulator, Simulators } from './simulators.ts';

const made = z.object({ uuid: z.string() });
const named = z.array(z.object({ uuid: z.string(), name: z.string() }));
const token = z.object({ token: z.string() });

/** uuids by name where there are several. */
export interface SampleData {
  readonly customer: string;
  readonly project: string;
  readonly rancher_settings: string;
  readonly openstack_settings: string;
  readonly offering: string;
  readonly tenants: Record<string, string>;
  /** Of the tenant `demo`. */
  readonly subnets: Record<string, string>;
  readonly flavors: Record<string, string>;
  readonly images: Record<string, string>;
  readonly volume_types: Record<string, string>;
  readonly security_groups: Record<string, string>;
}

export interface Sample {
  readonly tokens: Record<Person, string>;
  readonly sample: SampleData;
}

/** Loads what a first order needs through the API, as staff would on a new installation. */
export async function loadSampleData(apiUrl: string, staffToken: string, clouds: Simulators): Promise<Sample> {
  const api = apiClient(apiUrl, staffToken);
  const create = async (path: string, body: object) => (await api.post(path, body, made)).uuid;
  const customer = await create('customers/', { name: 'Sample Research', abbreviation: 'SR' });
  const project = await create('projects/', { customer, name: 'Sample project' });
  const [people, settings] = await Promise.all([makePeople(api, customer, project), makeSettings(create, clouds)]);
  const [offering, tenant] = await Promise.all([
    makeOffering(api, customer, settings.rancher),
    create('openstack-tenants/', demoTenant(project, settings.openstack, clouds.openstack)),
  ]);
  const sample = {
    customer,
    project,
    rancher_settings: settings.rancher,
    openstack_settings: settings.openstack,
    offering,
    tenants: { demo: tenant },
    ...(await tenantContents(api, tenant)),
  };
  return { tokens: { staff: staffToken, ...people }, sample };
}

async function makePeople(api: ApiClient, customer: string, project: string) {
  const make = async (username: string, first_name: string, last_name: string) => {
    const person = { username, first_name, last_name, email: `${username}@example.org` };
    const user = (await api.post('users/', person, made)).uuid;
    return { user, token: (await api.post('api-tokens/', { user, name: 'sample data' }, token)).token };
  };
  const [owner, manager, member, outsider] = await Promise.all([
    make('owner', 'Olga', 'Owner'),
    make('manager', 'Mia', 'Manager'),
    make('member', 'Milo', 'Member'),
    make('outsider', 'Otto', 'Outsider'),
  ]);
  const grant = (path: string, user: string, role: string) =>
    api.post(`${path}/add_user/`, { user, role }, z.unknown());
  await grant(`customers/${customer}`, owner.user, 'CUSTOMER.OWNER');
  await grant(`projects/${project}`, manager.user, 'PROJECT.MANAGER');
  await grant(`projects/${project}`, member.user, 'PROJECT.MEMBER');
  return { owner: owner.token, manager: manager.token, member: member.token, outsider: outsider.token };
}

type Create = (path: string, body: object) => Promise<string>;

async function makeSettings(create: Create, { rancher, openstack }: Simulators) {
  const rancherOptions = {
    backend_url: rancher.url,
    username: rancher.access_key,
    password: rancher.secret_key,
    base_image_name: 'ubuntu-24.04',
    node_disk_driver: 'vd',
  };
  const openstackOptions = {
    backend_url: openstack.auth_url,
    username: openstack.admin.username,
    password: openstack.admin.password,
    user_domain_name: openstack.admin.user_domain_name,
    region: openstack.region,
  };
  const [rancherSettings, openstackSettings] = await Promise.all([
    create('service-settings/', { type: 'Rancher', name: 'Sample Rancher', options: rancherOptions }),
    create('service-settings/', { type: 'OpenStack', name: 'Sample cloud', options: openstackOptions }),
  ]);
  return { rancher: rancherSettings, openstack: openstackSettings };
}

async function makeOffering(api: ApiClient, customer: string, settings: string): Promise<string> {
  const offering = {
    name: 'Kubernetes, self-managed',
    customer,
    type: 'Rancher',
    service_settings: settings,
    plugin_options: { deployment_mode: 'self_managed' },
    plans: [{ name: 'Default' }],
  };
  const { uuid } = await api.post('marketplace-provider-offerings/', offering, made);
  await api.post(`marketplace-provider-offerings/${uuid}/activate/`, {}, z.unknown());
  return uuid;
}

function demoTenant(project: string, settings: string, { projects: { demo } }: OpenStackSimulator) {
  return {
    name: 'demo',
    project,
    service_settings: settings,
    backend_id: demo.id,
    application_credential_id: demo.application_credential_id,
    application_credential_secret: demo.application_credential_secret,
  };
}

async function tenantContents(api: ApiClient, tenant: string) {
  const byName = async (kind: string): Promise<Record<string, string>> => {
    const rows = await api.get(`openstack-tenants/${tenant}/${kind}/`, named);
    return Object.fromEntries(rows.map(({ name, uuid }) => [name, uuid]));
  };
  const [subnets, flavors, images, volumeTypes, groups] = await Promise.all(
    ['subnets', 'flavors', 'images', 'volume-types', 'security-groups'].map(byName),
  );
  return {
    subnets: subnets ?? {},
    flavors: flavors ?? {},
    images: images ?? {},
    volume_types: volumeTypes ?? {},
    security_groups: groups ?? {},
  };
}
