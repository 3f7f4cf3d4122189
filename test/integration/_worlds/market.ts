import { afterAll, beforeAll, beforeEach } from 'vitest';
import { z } from 'zod';
import { changed } from '#shared/domain/_core/record';
import { DEFAULT_SITE_SETTINGS, type SiteSettings } from '#shared/domain/_core/site-settings';
import { aCustomer, aProject } from '#test/builders/builders';
import { cloudAccess } from '#test/contracts/openstack/cloud-admin';
import { type PreparedCloud, prepareCloud } from '#test/contracts/openstack/prepare-cloud';
import type { Simulator } from '#test/contracts/start-simulator';
import { type Answered, type ApiUnderTest, apiUnderTest, type Person } from './api-under-test.ts';
import { borrowSimulator } from './borrowed-simulator.ts';

const made = z.object({ uuid: z.string(), url: z.string() });
const things = z.array(made.extend({ name: z.string(), cores: z.int().optional(), ram: z.int().optional() }));
export type Cloud = { simulator: Simulator; cloud: PreparedCloud };

/** The OpenStack simulator with two projects and their application credentials. */
export async function startCloud(): Promise<Cloud> {
  const simulator = await borrowSimulator('openstack');
  return { simulator, cloud: await prepareCloud(cloudAccess.parse(simulator.printed)) };
}

export type Market = ApiUnderTest & {
  people: { staff: Person; owner: Person; manager: Person; member: Person; outsider: Person };
  customerUuid: string;
  projectUuid: string;
  create(path: string, person: Person, body: object): Promise<z.infer<typeof made>>;
  /** The status of a request. The default caller is the owner. */
  statusOf(method: string, path: string, person?: Person): Promise<number>;
};

/** Time limits that replace the defaults of an installation. */
export type Times = { backendsMs?: number; functionMs?: number };
export const openMarket = async (options: { site?: SiteSettings } & Times = {}): Promise<Market> =>
  marketIn(await apiUnderTest(options));

/** A customer with a project and one person per role. One installation may contain several such markets. */
export async function marketIn(api: ApiUnderTest): Promise<Market> {
  const customer = aCustomer();
  const project = aProject({ customerUuid: customer.uuid, customerName: customer.name });
  await api.store.commit(api.store.customers.insert(customer), api.store.projects.insert(project));
  const inCustomer = { scopeType: 'customer', scopeUuid: customer.uuid, customerUuid: customer.uuid } as const;
  const inProject = { scopeType: 'project', scopeUuid: project.uuid, customerUuid: customer.uuid } as const;
  const people = {
    staff: await api.person({ isStaff: true }),
    owner: await api.person({}, { role: 'CUSTOMER.OWNER', ...inCustomer }),
    manager: await api.person({}, { role: 'PROJECT.MANAGER', ...inProject }),
    member: await api.person({}, { role: 'PROJECT.MEMBER', ...inProject }),
    outsider: await api.person(),
  };
  return {
    ...api,
    people,
    customerUuid: customer.uuid,
    projectUuid: project.uuid,
    async create(path, person, body) {
      const answer = await api.ask('POST', path, { ...person, body });
      if (answer.status !== 201) throw new Error(`POST ${path} answered ${answer.status}: ${answer.text}`);
      return made.parse(answer.body);
    },
    statusOf: async (method, path, person = people.owner) => (await api.ask(method, path, person)).status,
  };
}

export const cloudOptions = ({ cloud: { access } }: Pick<Cloud, 'cloud'>) => ({
  backend_url: access.auth_url,
  username: access.admin.username,
  password: access.admin.password,
  user_domain_name: access.admin.user_domain_name,
  ...(access.region !== undefined && { region: access.region }),
});
export const rancherOptions = (baseImageName = 'ubuntu-24.04') => ({
  backend_url: 'https://rancher.example.org/',
  username: 'token-abc',
  password: 'very-secret',
  base_image_name: baseImageName,
});

/** Lets Paddock use the cloud's account in the tenant. This account may create application credentials. */
export async function useAccountOfCloud({ store, clock }: Pick<Market, 'store' | 'clock'>, uuid: string) {
  const tenant = await store.tenants.get(uuid);
  await store.commit(store.tenants.replace(changed(tenant, clock.now(), { hasOwnCredential: false })));
}

const orderReply = z.object({ uuid: z.string(), marketplace_resource_uuid: z.string(), resource_uuid: z.string() });
type OrderBody = { offering: string; project: string; attributes: object };
export type Stocked = {
  tenant: string;
  offering: z.infer<typeof made>;
  plan: string;
  order: (fields?: object) => OrderBody;
  /** Places the order. The default caller is the owner. */
  place(person?: Person, fields?: object): Promise<{ answer: Answered; order: z.infer<typeof orderReply> }>;
};

/**
 * Creates everything that an order needs: provider, cloud, active offering with a plan, and a tenant with its subnet
 * and flavors.
 */
export async function stock(market: Market, { cloud }: Cloud): Promise<Stocked> {
  const { staff, owner } = market.people;
  const openstack = await market.create('service-settings/', staff, {
    type: 'OpenStack',
    name: 'cloud-1',
    options: cloudOptions({ cloud }),
  });
  const tenant = await market.create('openstack-tenants/', owner, {
    name: 'tenant-1',
    project: market.projectUuid,
    service_settings: openstack.uuid,
    backend_id: cloud.project.id,
    application_credential_id: cloud.project.credential.id,
    application_credential_secret: cloud.project.credential.secret,
  });
  const listed = async (kind: string) =>
    things.parse((await market.ask('GET', `openstack-tenants/${tenant.uuid}/${kind}/`, owner)).body);
  const [subnets, flavors, images] = await Promise.all(['subnets', 'flavors', 'images'].map(listed));
  const settings = await market.create('service-settings/', staff, {
    type: 'Rancher',
    name: 'rancher-1',
    options: rancherOptions(images?.[0]?.name),
  });
  const offering = await market.create('marketplace-provider-offerings/', staff, {
    name: 'Kubernetes',
    type: 'Rancher',
    customer: market.customerUuid,
    service_settings: settings.url,
    plans: [{ name: 'Default' }],
  });
  await market.ask('POST', `marketplace-provider-offerings/${offering.uuid}/activate/`, staff);
  const flavor = flavors?.find(({ cores = 0, ram = 0 }) => cores >= 2 && ram >= 4096)?.uuid;
  const node = (role: string) => ({ role, subnet: subnets?.[0]?.uuid, flavor });
  const plans = things.parse((await market.ask('GET', `marketplace-public-offerings/${offering.uuid}/plans/`)).body);
  const order = (fields: object = {}) => ({
    offering: offering.uuid,
    project: market.projectUuid,
    attributes: { name: 'my-cluster', tenant: tenant.url, nodes: [node('server'), node('agent')], ...fields },
  });
  return {
    tenant: tenant.uuid,
    offering,
    plan: plans[0]?.url ?? '',
    order,
    async place(person = owner, fields = {}) {
      const answer = await market.ask('POST', 'marketplace-orders/', { ...person, body: order(fields) });
      return { answer, order: orderReply.parse(answer.body) };
    },
  };
}

/** `site` holds the settings of this market's own installation. A test may change them. */
export type StockedMarket = { cloud: Cloud; market: Market; stocked: Stocked; site: SiteSettings };

/**
 * Starts one simulated cloud for a test file. Call this at the top of the file. Before each test, `use` gets a new
 * market and its contents.
 */
export function marketPerTest<S>(
  fill: (market: Market, cloud: Cloud) => Promise<S>,
  use: (opened: Omit<StockedMarket, 'stocked'>, stocked: S) => void,
  times: Times = {},
): void {
  let cloud: Cloud;
  beforeAll(async () => {
    cloud = await startCloud();
  }, 60_000);
  afterAll(() => cloud.simulator.stop());
  beforeEach(async () => {
    const site = { ...DEFAULT_SITE_SETTINGS };
    const market = await openMarket({ site, ...times });
    use({ cloud, market, site }, await fill(market, cloud));
  });
}

export const stockedMarketPerTest = (use: (opened: StockedMarket) => void): void =>
  marketPerTest(stock, (opened, stocked) => use({ ...opened, stocked }));
