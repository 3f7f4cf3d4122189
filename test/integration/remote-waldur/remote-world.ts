import { afterEach, beforeEach, expect } from 'vitest';
import { z } from 'zod';
import { type Connect, connectJson } from '#shared/adapters/json-client';
import { waldurSessions } from '#shared/adapters/waldur/waldur-sessions';
import { syncProvider } from '#shared/app/provider-syncs/sync-provider';
import { VERSION } from '#shared/contracts/version';
import { DEFAULT_SITE_SETTINGS } from '#shared/domain/_core/site-settings';
import type { SyncJob } from '#shared/domain/provider-syncs/sync-jobs';
import { localResourceUuid } from '#shared/domain/remote-waldur/order-work';
import { aCustomer, aUuid } from '#test/builders/builders';
import type { Person } from '../_worlds/api-under-test.ts';
import { type Market, openMarket } from '../_worlds/market.ts';
import { recordingLog } from '../_worlds/recording-log.ts';
import { runProjectMachine, type SharedCluster, sharedClusterPerTest } from '../rancher-projects/shared-cluster.ts';
import { serveApi } from '../waldur-clients/served-api.ts';

const shownOrder = z.looseObject({
  uuid: z.string(),
  state: z.string(),
  marketplace_resource_uuid: z.string(),
  error_message: z.string().nullish(),
});
const orderReply = z.object({ order_uuid: z.string() });
const shownResource = z.looseObject({
  uuid: z.string(),
  state: z.string(),
  backend_id: z.string(),
  slug: z.string(),
  limits: z.record(z.string(), z.number()),
});

const COMPONENTS = ['cpu', 'ram', 'gpu', 'storage', 'mem'].map((type) => ({
  ...{ type, name: type, measured_unit: 'units' },
  billing_type: type === 'storage' ? 'usage' : 'limit',
}));

/**
 * Starts another operator's marketplace at its own address. Paddock is the site agent of an offering in that
 * marketplace.
 */
async function openRemote() {
  const market = await openMarket();
  const customer = aCustomer();
  await market.store.commit(market.store.customers.insert(customer));
  const place = { scopeType: 'customer', scopeUuid: customer.uuid, customerUuid: customer.uuid } as const;
  const seller = await market.person({}, { role: 'CUSTOMER.OWNER', ...place });
  const offering = await market.create('marketplace-provider-offerings/', seller, {
    ...{ name: 'Projects', type: 'Marketplace.Slurm', customer: customer.uuid, components: COMPONENTS },
    plugin_options: { auto_approve_remote_orders: false },
  });
  await market.ask('POST', `marketplace-provider-offerings/${offering.uuid}/activate/`, seller);
  const served = await serveApi(market);
  const ask = async (method: string, path: string, person: Person, body?: object) => {
    const answer = await market.ask(method, path, { ...person, ...(body && { body }) });
    return answer.status < 300 ? answer.body : expect.fail(`${method} ${path}: ${answer.text}`);
  };
  const { owner } = market.people;
  return {
    ...{ market, seller, served, offering: offering.uuid },
    ask: (method: string, path: string, body?: object, person = seller) => ask(method, path, person, body),
    async order(name: string, limits: object) {
      const body = { offering: offering.uuid, project: market.projectUuid, attributes: { name }, limits };
      return shownOrder.parse(await ask('POST', 'marketplace-orders/', owner, body));
    },
    later: async (resource: string, verb: 'update_limits' | 'terminate', body: object) =>
      orderReply.parse(await ask('POST', `marketplace-resources/${resource}/${verb}/`, owner, body)).order_uuid,
    orderNow: async (uuid: string) => shownOrder.parse(await ask('GET', `marketplace-orders/${uuid}/`, owner)),
    resourceNow: async (uuid: string) => shownResource.parse(await ask('GET', `marketplace-resources/${uuid}/`, owner)),
  };
}
export type Remote = Awaited<ReturnType<typeof openRemote>>;

export type RemoteWorld = {
  cluster: SharedCluster;
  remote: Remote;
  /** The local offering that carries out the orders for the remote offering. */
  offering: string;
  /** The prefix of the names of the local offering's projects. */
  prefix: string;
  log: ReturnType<typeof recordingLog>;
  /** One run of a job. `connect` may watch or disturb requests to the remote Waldur. */
  pass(job: SyncJob, connect?: Connect): Promise<unknown>;
  work(): Promise<void>;
  projectsOf(slug: string): Promise<{ id: string; name: string; annotations: Record<string, string> }[]>;
  resourceHere(remoteUuid: string): ReturnType<Market['store']['resources']['find']>;
};

/** A shared cluster, and a remote Waldur whose orders for projects are carried out in that cluster. */
export function remoteWorldPerTest(use: (world: RemoteWorld) => void, pluginOptions: object = {}): void {
  let cluster: SharedCluster;
  let remote: Remote | undefined;
  sharedClusterPerTest((opened) => {
    cluster = opened;
  });
  beforeEach(async () => {
    remote = await openRemote();
    use(await joined(cluster, remote, pluginOptions));
  });
  afterEach(() => remote?.served.close());
}

async function joined(cluster: SharedCluster, remote: Remote, pluginOptions: object): Promise<RemoteWorld> {
  const { market, settingsUuid, deps, clusterId, opened } = cluster;
  const { staff } = market.people;
  const options = { waldur_api_url: remote.served.url, waldur_api_token: remote.seller.token };
  const changed = await market.ask('PATCH', `service-settings/${settingsUuid}/`, { ...staff, body: { options } });
  if (changed.status !== 200) throw new Error(changed.text);
  const serving = { remote_offering_uuid: remote.offering, remote_project: market.projectUuid };
  // All tests use the same cluster, and their projects have the same slugs. A random prefix makes the project names
  // different.
  const prefix = `r${aUuid().slice(0, 8)}-`;
  const fields = { ...serving, project_prefix: prefix, ...pluginOptions };
  const { uuid: offering } = await cluster.offering({ plugin_options: fields });
  const log = recordingLog();
  const { secrets, stage } = deps;
  return {
    ...{ cluster, remote, offering, prefix, log },
    pass: (job, connect = connectJson) =>
      syncProvider(
        {
          ...{ ...deps, log, brake: { maxShare: 1, always: 10 }, site: DEFAULT_SITE_SETTINGS, keptMs: 60_000 },
          waldur: waldurSessions({ secrets, stage, connect, version: VERSION }),
        },
        { job, settingsUuid },
      ),
    async work() {
      const { operations } = await market.store.outbox.listPending(10);
      if (operations.length > 0) await runProjectMachine(cluster);
    },
    projectsOf: async (slug) =>
      (await opened.rancher.listProjects(clusterId)).filter(({ name }) => name === `${prefix}${slug}`),
    resourceHere: (remoteUuid) => market.store.resources.find(localResourceUuid(offering, remoteUuid)),
  };
}
