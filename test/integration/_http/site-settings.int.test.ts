import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { changed } from '#shared/domain/_core/record';
import type { SiteSettings } from '#shared/domain/_core/site-settings';
import { ADA_KEY } from '#test/ssh-keys';
import { type Market, type Stocked, stockedMarketPerTest } from '../_worlds/market.ts';

let market: Market;
let stocked: Stocked;
/** The settings of this test's installation. A test may change them. */
let site: SiteSettings;
stockedMarketPerTest((opened) => {
  ({ market, stocked, site } = opened);
});

test('the public settings are shown to anybody, without the one about users (S0-179, S0-180, S0-181)', async () => {
  site.readOnlyMode = true;
  site.disableDataVolumeCreation = true;
  expect(await market.ask('GET', 'configuration/')).toMatchObject({ status: 200 });
  expect((await market.ask('GET', 'configuration/')).body).toEqual({
    WALDUR_CORE: { CURRENCY_NAME: 'EUR' },
    WALDUR_RANCHER: {
      ROLE_REQUIREMENT: { server: { CPU: 2, RAM: 4096 }, agent: { CPU: 1, RAM: 1024 } },
      SYSTEM_VOLUME_MIN_SIZE: 64,
      READ_ONLY_MODE: true,
      DISABLE_SSH_KEY_INJECTION: false,
      DISABLE_DATA_VOLUME_CREATION: true,
    },
  });
  expect(await market.statusOf('POST', 'configuration/')).toBe(405);
});

describe('in read-only mode', () => {
  const notAllowed = (method: string) => ({ status: 405, body: { detail: `Method "${method}" not allowed.` } });

  test('orders are refused as such, after who may order and before what (S0-175, R-9-15)', async () => {
    site.readOnlyMode = true;
    const { owner, outsider } = market.people;
    const refused = { status: 400, body: ['Rancher integration is in read-only mode.'] };
    const body = stocked.order();
    expect(await market.ask('POST', 'marketplace-orders/', { ...owner, body })).toMatchObject(refused);
    const worse = { ...body, attributes: { nmae: 'x' } };
    expect(await market.ask('POST', 'marketplace-orders/', { ...owner, body: worse })).toMatchObject(refused);
    const { attributes, ...references } = body;
    const cluster = { ...references, ...attributes };
    expect(await market.ask('POST', 'rancher-clusters/', { ...owner, body: cluster })).toMatchObject(refused);
    expect(await market.ask('POST', 'marketplace-orders/', { ...outsider, body })).toMatchObject({
      ...{ status: 400, body: { project: ['Invalid hyperlink - Object does not exist.'] } },
    });
    expect((await market.store.outbox.listPending(10)).operations).toEqual([]);
  });

  test('no order is decided, taken up again or called back, after 404, 403 and 409 (S0-175)', async () => {
    const { order } = await stocked.place(market.people.member);
    site.readOnlyMode = true;
    const { owner, manager, member, outsider } = market.people;
    const decide = (verb: string, person = owner) =>
      market.ask('POST', `marketplace-orders/${order.uuid}/${verb}/`, person);
    for (const verb of ['approve_by_consumer', 'approve', 'reject_by_consumer', 'reject', 'cancel']) {
      expect(await decide(verb)).toMatchObject(notAllowed('POST'));
      expect((await decide(verb, outsider)).status).toBe(404);
      expect((await decide(verb, member)).status).toBe(403);
    }
    expect((await decide('retry', manager)).status).toBe(409);
    const { store, clock } = market;
    const stored = await store.orders.get(order.uuid);
    await store.commit(store.orders.replace(changed(stored, clock.now(), { state: 'erred' })));
    expect(await decide('retry')).toMatchObject(notAllowed('POST'));
    expect((await store.orders.get(order.uuid)).state).toBe('erred');
  });

  test('no cluster is ended, after 404, 403 and 409 (S0-175)', async () => {
    const { order } = await stocked.place();
    site.readOnlyMode = true;
    const { owner, member, outsider, staff } = market.people;
    const calls = [
      ['POST', `marketplace-resources/${order.marketplace_resource_uuid}/terminate/`],
      ['DELETE', `rancher-clusters/${order.resource_uuid}/`],
    ] as const;
    for (const [method, path] of calls) expect(await market.statusOf(method, path)).toBe(409);
    const { store, clock } = market;
    const [cluster, resource] = await Promise.all([
      store.clusters.get(order.resource_uuid),
      store.resources.get(order.marketplace_resource_uuid),
    ]);
    await store.commit(
      store.clusters.replace(changed(cluster, clock.now(), { state: 'OK' })),
      store.resources.replace(changed(resource, clock.now(), { state: 'OK', pendingOrderUuid: undefined })),
    );
    for (const [method, path] of calls) {
      expect(await market.statusOf(method, path, outsider)).toBe(404);
      expect(await market.statusOf(method, path, member)).toBe(403);
      for (const person of [owner, staff])
        expect(await market.ask(method, path, person)).toMatchObject(notAllowed(method));
    }
    expect((await store.clusters.get(order.resource_uuid)).state).toBe('OK');
  });

  test('everything is read as ever (S0-175)', async () => {
    const { order } = await stocked.place();
    site.readOnlyMode = true;
    const paths = ['marketplace-orders/', 'marketplace-resources/', 'rancher-clusters/', 'rancher-nodes/'];
    for (const path of [...paths, `rancher-clusters/${order.resource_uuid}/`]) {
      for (const method of ['GET', 'HEAD', 'OPTIONS']) expect(await market.statusOf(method, path)).toBe(200);
    }
  });
});

const ordered = z.object({ nodes: z.array(z.looseObject({ data_volumes: z.array(z.unknown()) })) });
const attributesOf = async (uuid: string) =>
  z
    .object({ attributes: ordered })
    .parse((await market.ask('GET', `marketplace-orders/${uuid}/`, market.people.owner)).body).attributes;
const withNodes = z.object({ nodes: z.array(z.looseObject({})) });

test.each([
  ['SSH keys', 'disableSshKeyInjection'],
  ['data volumes', 'disableDataVolumeCreation'],
] as const)(
  'an installation without %s ignores them in orders (S0-177, S0-178, R-9-25, R-9-26)',
  async (_what, toggle) => {
    site[toggle] = true;
    const { nodes } = withNodes.parse(stocked.order().attributes);
    const volumes = [{ size: 12288, mount_point: '/var/lib/etcd' }];
    const full = nodes.map((node) => ({ ...node, ssh_public_key: ADA_KEY, data_volumes: volumes }));
    const { answer, order } = await stocked.place(market.people.owner, { nodes: full, ssh_public_key: ADA_KEY });
    expect(answer.status).toBe(201);
    const stored = await attributesOf(order.uuid);
    const hasKeys = !site.disableSshKeyInjection;
    expect(JSON.stringify(stored).includes(ADA_KEY)).toBe(hasKeys);
    for (const node of stored.nodes) expect(node.data_volumes).toHaveLength(site.disableDataVolumeCreation ? 0 : 1);
  },
);
