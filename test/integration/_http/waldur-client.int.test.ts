import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { OPERATIONS } from '#infra/openapi/operations';
import { VERSION } from '#shared/contracts/version';
import { failureByAgent, failureOf } from '#shared/domain/_core/failure';
import { CONTENT_KINDS, type ContentKind } from '#shared/domain/cluster-contents/content-type';
import { begunUsage } from '#shared/domain/usage/component-usage';
import { aNode, aResource, aUuid } from '#test/builders/builders';
import { aContent } from '#test/builders/content-builders';
import { anAgentOrder, soldByAgent } from '#test/builders/site-agent-builders';
import { pythonLines } from '#test/programs/python-lines';
import { asModule, SHARED_COLLECTIONS } from '#test/waldur-fields/fields-page';
import { LOOSE } from '#test/waldur-fields/loose';
import { type Cloud, startCloud } from '../_worlds/market.ts';
import { sampleOf } from '../api/permissions/samples.ts';
import { openWorld, type World } from '../api/permissions/world.ts';

const of = (name: string): string => fileURLToPath(new URL(`../../e2e/waldur-client/${name}`, import.meta.url));
/**
 * Lists the faults that Waldur's own client finds in an answer. The list is empty if the client's models can read the
 * answer.
 */
const judge = pythonLines({
  ...{ what: "Waldur's API client", log: 'waldur-client' },
  ...{ requirements: of('requirements.txt'), program: of('parse_answers.py') },
});

let cloud: Cloud;
let world: World;
beforeAll(async () => {
  cloud = await startCloud();
  world = await openWorld(cloud);
  await furnish(world);
  await letAgentFail(world);
}, 60_000);
afterAll(() => cloud.simulator.stop());

const METRIC = { name: 'cpu', type: 'Resource', target: { type: 'Utilization', utilization: 80 } };
/** Cluster contents with all optional fields of their kind. */
const RICH: Partial<Record<ContentKind, object>> = {
  WORKLOAD: { scale: 2, podLabels: { app: 'cart' } },
  SERVICE: { clusterIp: '10.43.0.1', selector: { app: 'cart' }, targets: [aUuid()] },
  INGRESS: { rules: [{ host: 'cart.example', paths: [{ path: '/', service: 'cart', port: '80' }] }] },
  HPA: {
    ...{ minReplicas: 1, maxReplicas: 4, currentReplicas: 2, desiredReplicas: 3, metrics: [METRIC] },
    workload: { type: 'apps.deployment', name: 'cart' },
  },
};

/**
 * Stores records that cannot be created with one API request. These are cluster contents, consumption, and a node that
 * failed before it had its machine.
 */
async function furnish({ market, shown }: World): Promise<void> {
  const { store, clock, customerUuid, projectUuid } = market;
  const cluster = await store.clusters.get(shown.entered);
  const { rancherProject: rancherProjectUuid } = shown;
  const placed = { name: 'rich', namespaceUuid: aUuid(), rancherProjectUuid, rancherProjectName: 'shop' };
  for (const kind of CONTENT_KINDS) {
    await store.commit(
      store.contents.insert(aContent(cluster, { kind, ...placed, ...(RICH[kind] && { facts: { ...RICH[kind] } }) })),
    );
  }
  const now = clock.now();
  const resource = aResource({ customerUuid, projectUuid });
  const usage = begunUsage(resource, { type: 'ram_hours', rate: 2048, since: now, now });
  const away = { error: 'BackendUnavailable', cause: 'Nova is away.', step: 'openstack.ensureServer' };
  const lastError = failureOf(away, now.toISOString());
  const failed = aNode({ customerUuid, projectUuid, state: 'ERRED', lastError });
  await store.commit(store.usages.insert(usage), store.nodes.insert(failed));
}

/** Stores a resource and a failed order with all fields that a site agent can set. */
async function letAgentFail({ market: { store, clock, customerUuid, projectUuid } }: World): Promise<void> {
  const { offering, resource } = soldByAgent({ customerUuid, projectUuid });
  const at = clock.now().toISOString();
  const lastError = failureByAgent({ message: 'No room.', traceback: 'line 1' }, clock.now());
  const siteAgent = { ...resource.siteAgent, backendMetadata: { qos: 'normal' }, lastSyncAt: at, lastError };
  const failed = { ...resource, state: 'Erred' as const, siteAgent };
  const order = anAgentOrder(failed, { type: 'Update', state: 'erred', lastError, completedAt: at });
  await store.commit(store.offerings.insert(offering), store.resources.insert(failed), store.orders.insert(order));
}

const texts = z.array(z.string());
const rows = z.array(z.object({ uuid: z.string() })).min(1);
const ask = async (address: string, token: string): Promise<unknown> => {
  const { status, body } = await world.market.ask('GET', address, { token });
  expect([address, status]).toEqual([address, 200]);
  return body;
};
/** Users see only their own hooks and keys. */
const tokenFor = (collection: string): string =>
  /^(hooks|keys)/.test(collection) ? world.self.token : world.market.people.staff.token;

describe("Waldur's own client reads", () => {
  test('the version, which needs a token', async () => {
    const body = await ask('version/', world.market.people.owner.token);
    expect(body).toEqual({ version: VERSION });
    expect(await judge({ collection: 'version', operation: 'retrieve', body })).toEqual([]);
    expect((await world.market.ask('GET', 'version/')).status).toBe(401);
  });
  test.each(SHARED_COLLECTIONS)('each of %s, in the list and alone', async (collection) => {
    const isShownAlone = 'GET /{uuid}/' in OPERATIONS[collection];
    if (isShownAlone) await sampleOf(world, collection); // creates an object if the collection is empty
    const faults = async (operation: 'list' | 'retrieve', address: string) => {
      const body = await ask(address, tokenFor(collection));
      const found = texts.parse(await judge({ collection: asModule(collection), operation, body }));
      return { body, found: found.filter((fault) => !LOOSE.test(fault)) };
    };
    const { body, found } = await faults('list', `${collection}/?page_size=100`);
    expect(found).toEqual([]);
    for (const { uuid } of isShownAlone ? rows.parse(body) : []) {
      expect(await faults('retrieve', `${collection}/${uuid}/`)).toMatchObject({ body: { uuid }, found: [] });
    }
  });
});
