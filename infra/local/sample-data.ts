import { z } from 'zod';
import { type ApiClient, apiClient } from './api-client.ts';
import type { OpenStackSimulator, Simulators } from './simulators.ts';

const made = z.object({ uuid: z.string() });
const named = z.array(z.object({ uuid: z.string(), name: z.string() }));
const token = z.object({ token: z.string() });

/** Users of the sample data who have a token. `outsider` has no role in any customer. */
export type Person = 'staff' | 'owner' | 'manager' | 'member' | 'outsider';

/**
 * Uuids of the sample data. If there are several objects of a kind, the field has the uuid of each object, by the
 * object's name.
 */
export interface SampleData {
  readonly customer: string;
  readonly project: string;
  readonly rancher_settings: string;
  readonly openstack_settings: string;
  readonly offering: string;
  readonly tenants: Record<string, string>;
  /** Subnets of the tenant `demo`. */
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

/**
 * Loads the data that a first order needs, through the API, as staff does on a new installation. Resources of different
 * kinds are created at the same time. Resources of one kind are created one after the other. For concurrent calls the
 * emulator would start more processes, which takes longer than waiting for the previous call.
 * @param isSignInThere whether people sign in at the simulated Keycloak
 */
export async function loadSampleData(
  apiUrl: string,
  staffToken: string,
  { clouds, isSignInThere }: { clouds: Simulators; isSignInThere: boolean },
): Promise<Sample> {
  const api = apiClient(apiUrl, staffToken);
  const create = async (path: string, body: object) => (await api.post(path, body, made)).uuid;
  const [{ customer, project }, people, settings] = await Promise.all([
    makeProject(create),
    makePeople(api, isSignInThere ? { apiUrl, keycloakUrl: clouds.keycloak.url } : undefined),
    makeSettings(create, clouds),
  ]);
  const [offering, tenant] = await Promise.all([
    makeOffering(api, customer, settings.rancher),
    create('openstack-tenants/', demoTenant('demo', { project, settings: settings.openstack }, clouds.openstack)),
    grantRoles(api, { customer, project }, people),
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
  const { owner, manager, member, outsider } = people;
  const tokens = { owner: owner.token, manager: manager.token, member: member.token, outsider: outsider.token };
  return { tokens: { staff: staffToken, ...tokens }, sample };
}

/**
 * The addresses at which the people of the sample data sign in. Undefined if the stage has another OIDC provider, which
 * does not know these people.
 */
type SignIn = { apiUrl: string; keycloakUrl: string } | undefined;

/**
 * Signs in a user at Keycloak with user name and password. The user's first call creates the user in Paddock. The same
 * person can sign in with a browser later.
 */
async function signedIn({ apiUrl, keycloakUrl }: NonNullable<SignIn>, username: string): Promise<string> {
  const response = await fetch(`${keycloakUrl}/realms/paddock/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'password', client_id: 'paddock', username, password: username }),
    signal: AbortSignal.timeout(10_000),
  });
  const { access_token } = z.object({ access_token: z.string() }).parse(await response.json());
  return (await apiClient(apiUrl, access_token).get('users/me/', made)).uuid;
}

async function makePeople(api: ApiClient, at: SignIn) {
  const make = async (username: string, first_name: string, last_name: string) => {
    const person = { username, first_name, last_name, email: `${username}@example.org` };
    const user = at ? await signedIn(at, username) : (await api.post('users/', person, made)).uuid;
    return { user, token: (await api.post('api-tokens/', { user, name: 'sample data' }, token)).token };
  };
  if (at) await api.patch(`users/${await signedIn(at, 'operator')}/`, { is_staff: true }, z.unknown());
  const owner = await make('owner', 'Olga', 'Owner');
  const manager = await make('manager', 'Mia', 'Manager');
  const member = await make('member', 'Milo', 'Member');
  const outsider = await make('outsider', 'Otto', 'Outsider');
  return { owner, manager, member, outsider };
}

type Place = { customer: string; project: string };
type People = Awaited<ReturnType<typeof makePeople>>;

async function grantRoles(api: ApiClient, { customer, project }: Place, { owner, manager, member }: People) {
  const grant = (path: string, user: string, role: string) =>
    api.post(`${path}/add_user/`, { user, role }, z.unknown());
  await grant(`customers/${customer}`, owner.user, 'CUSTOMER.OWNER');
  await grant(`projects/${project}`, manager.user, 'PROJECT.MANAGER');
  await grant(`projects/${project}`, member.user, 'PROJECT.MEMBER');
}

type Create = (path: string, body: object) => Promise<string>;

async function makeProject(create: Create): Promise<Place> {
  const customer = await create('customers/', { name: 'Sample Research', abbreviation: 'SR' });
  return { customer, project: await create('projects/', { customer, name: 'Sample project' }) };
}

async function makeSettings(create: Create, { rancher, openstack }: Simulators) {
  const rancherOptions = {
    backend_url: rancher.url,
    username: rancher.access_key,
    password: rancher.secret_key,
    base_image_name: 'ubuntu-24.04',
    node_disk_driver: 'vd',
  };
  const make = (type: string, name: string, options: object) => create('service-settings/', { type, name, options });
  return {
    rancher: await make('Rancher', 'Sample Rancher', rancherOptions),
    openstack: await make('OpenStack', 'Sample cloud', cloudOptions(openstack)),
  };
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

/** The address of a cloud, simulated or real, and the account of its operator. */
export type CloudAccount = Pick<OpenStackSimulator, 'auth_url' | 'admin'> & { region?: string | undefined };

export function cloudOptions({ auth_url: backend_url, admin, region }: CloudAccount) {
  const { username, password, user_domain_name } = admin;
  return { backend_url, username, password, user_domain_name, region };
}

/** The request body that makes the cloud's project `demo` a tenant of the given Paddock project. */
export function demoTenant(
  name: string,
  { project, settings }: { project: string; settings: string },
  { projects: { demo } }: OpenStackSimulator,
) {
  return {
    name,
    project,
    service_settings: settings,
    backend_id: demo.id,
    application_credential_id: demo.application_credential_id,
    application_credential_secret: demo.application_credential_secret,
  };
}

/** Uuids of the tenant's objects to which an order can refer. Each kind of object has a map by name. */
export async function tenantContents(api: ApiClient, tenant: string) {
  const byName = async (kind: string): Promise<Record<string, string>> => {
    const rows = await api.get(`openstack-tenants/${tenant}/${kind}/`, named);
    return Object.fromEntries(rows.map(({ name, uuid }) => [name, uuid]));
  };
  return {
    subnets: await byName('subnets'),
    flavors: await byName('flavors'),
    images: await byName('images'),
    volume_types: await byName('volume-types'),
    security_groups: await byName('security-groups'),
  };
}
