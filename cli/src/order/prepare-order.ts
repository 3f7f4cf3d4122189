import { listAll, type PublicOffering } from '@paddock/client';
import { CommandError, EXIT } from '../command-error.ts';
import type { Session } from '../config/session.ts';
import { choose } from '../find/choose.ts';
import { chooseFlavor, type FlavorRow, SMALLEST } from './choose-flavor.ts';
import { attributesOf, type OrderBody, type Wanted, type Way, wayOf } from './order-request.ts';

export type CreateOptions = {
  servers?: number;
  agents: number;
  offering?: string;
  project?: string;
  pricing?: string;
  template?: string;
  tenant?: string;
  subnet?: string;
  network?: string;
  cloud?: string[];
  flavor?: string;
  serverFlavor?: string;
  cores: number;
  memory: number;
  disk: number;
  dataDisk: number;
  version?: string;
  description?: string;
  sshKey?: string;
};

const SERVERS = 3;

/**
 * Makes an order from the options. Some missing options have defaults, such as the smallest flavor that is large
 * enough, or all clouds. For any other missing option that the order needs, takes the only object that fits. If several objects fit, asks the user at the terminal, or fails without a
 * terminal.
 */
export async function prepareOrder(session: Session, name: string, options: CreateOptions): Promise<OrderBody> {
  const project = await chooseProject(session, options.project);
  const offering = await chooseOffering(session, options.offering);
  const plan = await choosePlan(session, offering, options.pricing);
  const way = wayOf(offering.plugin_options);
  const { description, version, sshKey, disk, dataDisk, agents, servers } = options;
  if (way === 'managed' && servers !== undefined)
    throw new CommandError(
      `${offering.name} decides the number of servers by itself.`,
      EXIT.usage,
      'Leave out --servers.',
    );
  const place = await PLACES[way](session, project.uuid, options, offering);
  const wanted: Wanted = {
    ...{ name, agents, servers: servers ?? SERVERS, disk, dataDisk },
    ...(description !== undefined && { description }),
    ...(version !== undefined && { version }),
    ...(sshKey !== undefined && { sshKey }),
    ...place,
  };
  return {
    offering: offering.uuid,
    project: project.uuid,
    ...(plan !== undefined && { plan }),
    attributes: attributesOf(way, wanted),
  };
}

export async function chooseProject({ io, api }: Session, given: string | undefined) {
  const rows = await listAll((page) => api.GET('/api/projects/', { params: { query: { ...page } } }));
  return choose(io, rows, given, {
    kind: 'project',
    kinds: 'projects',
    option: '--project',
    labelOf: ({ name, customer_name }) => `${name} of ${customer_name}`,
  });
}

async function chooseOffering({ io, api }: Session, given: string | undefined) {
  const query = { type: ['Rancher' as const], state: ['Active' as const] };
  const rows = await listAll((page) =>
    api.GET('/api/marketplace-public-offerings/', { params: { query: { ...query, ...page } } }),
  );
  return choose(io, rows, given, { kind: 'offering', kinds: 'offerings', option: '--offering' });
}

async function choosePlan({ io }: Session, { plans }: PublicOffering, given: string | undefined) {
  if (plans.length === 0 && given === undefined) return undefined;
  return (await choose(io, plans, given, { kind: 'pricing plan', kinds: 'pricing plans', option: '--pricing' })).uuid;
}

type Place = Pick<Wanted, 'serverFlavor' | 'agentFlavor' | 'tenant' | 'subnet' | 'network' | 'template' | 'clouds'>;
type PlaceOf = (session: Session, project: string, options: CreateOptions, offering: PublicOffering) => Promise<Place>;

const PLACES: Readonly<Record<Way, PlaceOf>> = {
  nodes: async (session, project, options) => {
    const tenant = await chooseTenant(session, project, options.tenant);
    const subnet = (await chooseSubnet(session, tenant.uuid, options.subnet)).uuid;
    if (options.template !== undefined) {
      const template = (await chooseNodeTemplate(session, options.template)).uuid;
      return { ...{ tenant: tenant.uuid, subnet, template }, ...{ serverFlavor: '', agentFlavor: '' } };
    }
    return { tenant: tenant.uuid, subnet, ...flavorsOf(await flavorsOfTenant(session, tenant.uuid), options) };
  },
  pools: async (session, project, options) => {
    const tenant = await chooseTenant(session, project, options.tenant);
    const network = (await chooseNetwork(session, tenant.uuid, options.network)).uuid;
    return { tenant: tenant.uuid, network, ...flavorsOf(await flavorsOfTenant(session, tenant.uuid), options) };
  },
  'cluster-api': async (session, project, { template, tenant, flavor = '', serverFlavor = flavor }) => ({
    tenant: (await chooseTenant(session, project, tenant)).uuid,
    template: (await chooseTemplate(session, template)).uuid,
    serverFlavor,
    agentFlavor: flavor,
  }),
  managed: async (session, _project, options, offering) => {
    const clouds = await chooseClouds(session, options.cloud, offering);
    const flavor = chooseFlavor(await flavorsOfCloud(session, clouds[0] ?? ''), options.flavor, sizeOf(options));
    return { clouds, serverFlavor: '', agentFlavor: flavor.name };
  },
};

const sizeOf = ({ cores, memory }: CreateOptions) => ({ cores, memoryGb: memory });

function flavorsOf(flavors: readonly FlavorRow[], options: CreateOptions) {
  const agent = chooseFlavor(flavors, options.flavor, sizeOf(options));
  const server = options.serverFlavor ?? options.flavor;
  return { agentFlavor: agent.uuid, serverFlavor: chooseFlavor(flavors, server, { ...SMALLEST }).uuid };
}

async function chooseTenant({ io, api }: Session, project: string, given: string | undefined) {
  const rows = await listAll((page) =>
    api.GET('/api/openstack-tenants/', { params: { query: { project_uuid: project, ...page } } }),
  );
  return choose(io, rows, given, { kind: 'tenant', kinds: 'tenants', option: '--tenant' });
}

async function chooseSubnet({ io, api }: Session, uuid: string, given: string | undefined) {
  const rows = await listAll((page) =>
    api.GET('/api/openstack-tenants/{uuid}/subnets/', { params: { path: { uuid }, query: { ...page } } }),
  );
  return choose(io, rows, given, {
    kind: 'subnet',
    kinds: 'subnets',
    option: '--subnet',
    labelOf: ({ name, cidr }) => `${name} (${cidr})`,
  });
}

async function chooseNetwork({ io, api }: Session, tenant_uuid: string, given: string | undefined) {
  const rows = await listAll((page) =>
    api.GET('/api/openstack-networks/', { params: { query: { tenant_uuid, ...page } } }),
  );
  return choose(io, rows, given, { kind: 'network', kinds: 'networks', option: '--network' });
}

const flavorsOfTenant = ({ api }: Session, uuid: string): Promise<FlavorRow[]> =>
  listAll((page) =>
    api.GET('/api/openstack-tenants/{uuid}/flavors/', { params: { path: { uuid }, query: { ...page } } }),
  );

const flavorsOfCloud = ({ api }: Session, uuid: string): Promise<FlavorRow[]> =>
  listAll((page) =>
    api.GET('/api/marketplace-public-offerings/{uuid}/flavors/', { params: { path: { uuid }, query: { ...page } } }),
  );

async function chooseNodeTemplate({ io, api }: Session, given: string) {
  const rows = await listAll((page) => api.GET('/api/rancher-cluster-templates/', { params: { query: { ...page } } }));
  return choose(io, rows, given, { kind: 'template', kinds: 'templates', option: '--template' });
}

export async function chooseTemplate({ io, api }: Session, given: string | undefined) {
  const rows = await listAll((page) => api.GET('/api/cluster-api-templates/', { params: { query: { ...page } } }));
  return choose(io, rows, given, { kind: 'template', kinds: 'templates', option: '--template' });
}

/** Returns the clouds that the user has named, by default all clouds of the offering. */
async function chooseClouds({ io, api }: Session, given: string[] | undefined, offering: PublicOffering) {
  const listed = offering.plugin_options.openstack_offering_uuid_list;
  const sold: unknown[] = Array.isArray(listed) ? listed : [];
  const query = { type: ['OpenStack.Tenant' as const] };
  const rows = await listAll((page) =>
    api.GET('/api/marketplace-public-offerings/', { params: { query: { ...query, ...page } } }),
  );
  const clouds = rows.filter(({ uuid }) => sold.includes(uuid));
  const choice = { kind: 'cloud', kinds: 'clouds', option: '--cloud' };
  if (given === undefined) return clouds.map(({ uuid }) => uuid);
  return await Promise.all(given.map(async (name) => (await choose(io, clouds, name, choice)).uuid));
}
