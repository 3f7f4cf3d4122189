import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { type ApiClient, apiClient, callApi } from '#infra/local/api-client';
import type { Endpoints } from '#infra/local/endpoints';
import { cloudOptions, demoTenant, tenantContents } from '#infra/local/sample-data';
import { announcements, type OpenStackSimulator } from '#infra/local/simulators';
import type { Simulator } from '#test/contracts/start-simulator';
import type { Burst } from '#test/integration/store/order-burst';

type Answer = { status: number; tookMs: number };
type Orderer = { token: string; project: string; tenant: string; subnet: string; flavor: string };
/**
 * The simulated cloud of the burst, and the settings of that cloud in Paddock. Each customer registers the same project
 * of the cloud as a tenant.
 */
type Cloud = { settings: string; simulator: OpenStackSimulator };

const made = z.object({ uuid: z.string() });
const issued = z.object({ token: z.string() });
/** The number of customers that are set up in parallel. */
const AT_ONCE = 4;

/**
 * Creates a customer, a project, a member, and the project's tenant in the cloud. The member may order, but may not
 * approve.
 */
async function makeOrderer(api: ApiClient, { settings, simulator }: Cloud, number: number): Promise<Orderer> {
  const create = async (path: string, body: object) => (await api.post(path, body, made)).uuid;
  const username = `burst-${number}`;
  const customer = await create('customers/', { name: `Burst ${number}` });
  const project = await create('projects/', { customer, name: `Burst ${number}` });
  const user = await create('users/', { username, first_name: 'B', last_name: 'B', email: `${username}@example.org` });
  const { token } = await api.post('api-tokens/', { user, name: 'burst' }, issued);
  await api.post(`projects/${project}/add_user/`, { user, role: 'PROJECT.MEMBER' }, z.unknown());
  const tenant = await create('openstack-tenants/', demoTenant('demo', { project, settings }, simulator));
  const { subnets, flavors } = await tenantContents(api, tenant);
  const { 'private-subnet': subnet = '' } = subnets;
  const { 'm1.medium': flavor = '' } = flavors;
  return { token, project, tenant, subnet, flavor };
}

export async function makeOrderers(
  { api: url, tokens }: Endpoints,
  { url: cloudUrl, printed }: Simulator,
  customers: number,
) {
  const api = apiClient(url, tokens.staff);
  const simulator = announcements.openstack.parse(printed);
  const options = cloudOptions(simulator);
  const { uuid: settings } = await api.post('service-settings/', { type: 'OpenStack', name: cloudUrl, options }, made);
  const orderers: Orderer[] = [];
  while (orderers.length < customers) {
    const count = Math.min(AT_ONCE, customers - orderers.length);
    const next = Array.from({ length: count }, (_, at) =>
      makeOrderer(api, { settings, simulator }, orderers.length + at),
    );
    orderers.push(...(await Promise.all(next)));
  }
  return orderers;
}

function orderOf({ project, tenant, subnet, flavor }: Orderer, offering: string, name: string) {
  const node = (role: string) => ({ role, subnet, flavor, system_volume_size: 65_536 });
  return { offering, project, attributes: { name, tenant, nodes: [node('server'), node('agent')] } };
}

/** Sends orders at even intervals, from each customer in turn. An order does not wait for the earlier orders. */
export function orderOverHttp(
  { api: baseUrl, sample }: Endpoints,
  orderers: readonly Orderer[],
  { orders, withinMs }: Burst,
): Promise<Answer[]> {
  const send = async (at: number): Promise<Answer> => {
    await pause((at * withinMs) / orders);
    const orderer = orderers[at % orderers.length];
    if (!orderer) throw new Error('nobody orders');
    const body = orderOf(orderer, sample.offering, `burst-${at}`);
    const began = performance.now();
    const caller = { baseUrl, token: orderer.token };
    const { status } = await callApi(caller, { method: 'POST', path: 'marketplace-orders/', body });
    return { status, tookMs: performance.now() - began };
  };
  return Promise.all(Array.from({ length: orders }, (_, at) => send(at)));
}
