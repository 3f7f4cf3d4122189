import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { OPERATIONS } from '#infra/openapi/operations';
import { backendCalls } from '#shared/adapters/backend-calls';
import type { ApiOperation } from '#shared/contracts/rest/_core/operation';
import { changed } from '#shared/domain/_core/record';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { settingsSecretName } from '#shared/domain/providers/service-settings';
import { ORIGIN } from '../_worlds/api-under-test.ts';
import { type Cloud, startCloud } from '../_worlds/market.ts';
import { BODIES } from '../api/permissions/bodies.ts';
import { addressOf } from '../api/permissions/samples.ts';
import { openWorld, type World } from '../api/permissions/world.ts';
import { ASKING, INVENTORIES, undecided } from './asking-routes.ts';

/** The function's timeout. Backend calls get 0.5 s, and 4 s are reserved for clean-up, commit and answer. */
const FUNCTION_MS = 4_500;

const operations: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>> = OPERATIONS;
/** Addresses by route. They are looked up while the cloud still answers. */
const addresses = new Map<string, string>();
let cloud: Cloud;
let world: World;
const silent = createServer(() => undefined);
beforeAll(async () => {
  await new Promise<void>((resolve) => void silent.listen(0, '127.0.0.1', resolve));
  cloud = await startCloud();
  world = await openWorld(cloud);
  await reachable();
  for (const [segment, keys] of Object.entries(operations)) {
    for (const key of Object.keys(keys)) {
      if (`${segment} ${key}` === ENDS_ITS_TOKEN) continue;
      addresses.set(`${segment} ${key}`, new URL(await addressOf(world, segment, key), `${ORIGIN}/api/`).href);
    }
  }
  await cloud.simulator.plan({ kind: 'hang', path: '.' });
}, 60_000);
afterAll(async () => {
  silent.closeAllConnections();
  silent.close();
  await cloud.simulator.stop();
});

/** Sets the address of every Rancher provider to the server that never answers. */
async function reachable(): Promise<void> {
  const { store, clock, secrets, stage } = world.market;
  const { port } = z.custom<AddressInfo>().parse(silent.address());
  const backendUrl = `http://127.0.0.1:${port}`;
  const { items } = await store.settings.list({ visibility: 'all' }, { page: 1, pageSize: 100 });
  for (const settings of items) {
    if (settings.type !== 'Rancher') continue;
    const options = { ...settings.options, backendUrl, managementTenantUuid: world.stocked.tenant };
    const next = changed(settings, clock.now(), { options });
    await secrets.put(settingsSecretName(stage, 'rancher', next), JSON.stringify({ username: 'a', password: 'b' }));
    await store.commit(store.settings.replace(next));
  }
}

/**
 * Restores the clusters and the node that earlier routes have changed, so that requests for them are accepted again.
 */
async function working(): Promise<void> {
  const { store, clock } = world.market;
  for (const uuid of [world.shown.cluster, world.shown.entered]) {
    const cluster = await store.clusters.get(uuid);
    const fields: Partial<Cluster> = {
      ...{ state: 'OK', backendId: 'c-m-12345678', nodeOperations: [], managementSecurityGroup: undefined },
      ...{ hibernation: undefined, clusterApi: undefined },
    };
    const resource = await store.resources.find(cluster.resourceUuid);
    const rests = resource && changed(resource, clock.now(), { state: 'OK', pendingOrderUuid: undefined });
    await store.commit(
      store.clusters.replace(changed(cluster, clock.now(), fields)),
      ...(rests ? [store.resources.replace(rests)] : []),
    );
  }
  const node = await store.nodes.findByUuid(world.shown.node);
  if (node) await store.commit(store.nodes.replace(changed(node, clock.now(), { state: 'OK' })));
}

const OWN_BODIES: Readonly<Record<string, (world: World) => object>> = {
  ...BODIES,
  'rancher-clusters POST /{uuid}/upgrade/': () => ({ kubernetes_version: 'v1.32.1+rke2r1' }),
  'rancher-clusters POST /{uuid}/restore_etcd_snapshot/': () => ({ snapshot: 'on-demand-1' }),
  'rancher-clusters POST /{uuid}/import_yaml/': () => ({
    yaml: 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: one, namespace: default}\n',
  }),
  'marketplace-provider-offerings POST /{uuid}/import_resource/': ({ market, stocked }) => ({
    ...{ backend_id: 'c-m-abcdefgh', project: market.projectUuid },
    additional_details: { tenant_uuid: stocked.tenant },
  }),
  'marketplace-orders POST /': ({ stocked }) => stocked.order({ name: 'another' }),
  'rancher-clusters POST /': ({ stocked }) => {
    const { attributes, ...rest } = stocked.order({ name: 'another' });
    return { ...rest, ...attributes };
  },
  'rancher-clusters POST /{uuid}/create_management_security_group/': () => [],
  'rancher-nodes POST /{uuid}/link_openstack/': ({ shown }) => ({ instance: shown.node }),
  'rancher-nodes POST /': ({ stocked, shown }) => {
    const [node] = z
      .object({ attributes: z.object({ nodes: z.array(z.object({ subnet: z.string(), flavor: z.string() })) }) })
      .parse(stocked.order()).attributes.nodes;
    return { cluster: shown.cluster, role: 'agent', ...node };
  },
};

const WORKED_ON =
  /^rancher-(clusters|nodes|machines) (POST|PATCH|PUT|DELETE|GET \/($|\{uuid\}\/(export|pools|node_groups|machines|infra|etcd)))/;

const ENDS_ITS_TOKEN = 'sign-in POST /end/';
/** Deletions come last, so that the other routes still find their objects. */
const inTurn = (): [string, string][] =>
  [...addresses].sort(([one], [other]) => Number(one.includes(' DELETE ')) - Number(other.includes(' DELETE ')));

type Outcome = { route: string; calls: number; status: number; retryAfter: unknown; ms: number; text: string };

async function outcomeOf(route: string, address: string): Promise<Outcome> {
  const [, method = ''] = route.split(' ');
  const body = method === 'GET' ? undefined : (OWN_BODIES[route]?.(world) ?? {});
  if (WORKED_ON.test(route)) await working();
  let calls = 0;
  const count = (_call: unknown): void => {
    calls += 1;
  };
  backendCalls.start.subscribe(count);
  const began = performance.now();
  const { token } = world.market.people.staff;
  const remainingMs = () => FUNCTION_MS - (performance.now() - began);
  const answer = await world.market.ask(method, address, {
    ...{ token, remainingMs },
    ...(body && { body }),
  });
  backendCalls.start.unsubscribe(count);
  const ms = Math.round(performance.now() - began);
  return { route, calls, status: answer.status, retryAfter: answer.headers['retry-after'], ms, text: answer.text };
}

/** These routes do not answer 503 when a backend does not answer. Their contracts define another status. */
const OTHERWISE: Readonly<Record<string, number>> = {
  'service-settings POST /{uuid}/check/': 200,
  'service-settings POST /{uuid}/diagnose/': 424,
  'marketplace-provider-offerings GET /{uuid}/check/': 200,
};

test('of every change it is decided whether it asks a backend', () => {
  expect(undecided([...addresses.keys()])).toEqual([]);
});

test('every route that asks a backend which does not answer says so in time, and when to ask again', async () => {
  const outcomes: Outcome[] = [];
  for (const [route, address] of inTurn()) outcomes.push(await outcomeOf(route, address));
  const asking = outcomes.filter(({ calls }) => calls > 0);
  const asked = asking.map(({ route }) => route);
  process.stdout.write(
    `\nhanging backends: ${asked.length} of ${outcomes.length} routes ask one\n${asked.join('\n')}\n`,
  );
  expect(asked.sort()).toEqual([...ASKING].sort());
  for (const { route, status, retryAfter, text, ms } of asking) {
    const isLate = status === 503 && retryAfter === '5' && /did not answer in time, try again later/.test(text);
    expect({ route, text, isRight: route in OTHERWISE ? status === OTHERWISE[route] : isLate }).toMatchObject({
      isRight: true,
    });
    expect([route, ms < FUNCTION_MS]).toEqual([route, true]);
  }
  expect(outcomes.filter(({ status }) => status >= 500 && status !== 503)).toEqual([]);
  await cloud.simulator.clearFaults();
  for (const route of INVENTORIES) {
    const { status } = await outcomeOf(route, addresses.get(route) ?? '');
    expect([route, status]).toEqual([route, 200]);
  }
}, 120_000);
