import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openApiDocument } from '#infra/openapi/document';
import { objectAt } from '#infra/openapi/json';
import { OPERATIONS } from '#infra/openapi/operations';
import { ACCEPTED_FILTERS } from '#shared/contracts/rest/_core/listing';
import { begunUsage } from '#shared/domain/usage/component-usage';
import { aHook } from '#test/a-hook';
import { aRelay } from '#test/a-relay';
import { aClusterEvent, aUuid } from '#test/builders/builders';
import { someClusterApiSettings } from '#test/cluster-api-orders';
import type { Person } from '../_worlds/api-under-test.ts';
import { type Cloud, startCloud } from '../_worlds/market.ts';
import { addressOf, sampleOf } from '../api/permissions/samples.ts';
import { anotherToken, openWorld, type World } from '../api/permissions/world.ts';

const schema = z.looseObject({
  type: z.string().optional(),
  enum: z.array(z.string()).optional(),
  items: z.looseObject({ enum: z.array(z.string()).optional() }).optional(),
});
const listOperation = z.object({
  parameters: z.array(z.object({ name: z.string(), in: z.string(), schema })).default([]),
  responses: z.looseObject({ 200: z.object({ headers: z.looseObject({ 'X-Result-Count': z.unknown() }) }) }),
});
type Parameter = z.infer<typeof listOperation>['parameters'][number];
type List = { segment: string; key: string; parameters: Parameter[] };

/** Routes that the published document describes as lists. Their answers have a total. */
const LISTS: List[] = Object.entries(OPERATIONS).flatMap(([segment, operations]) =>
  Object.keys(operations).flatMap((key) => {
    const path = `/api/${segment}${key.replace('GET ', '')}`;
    const { success, data } = listOperation.safeParse(
      objectAt(objectAt(objectAt(openApiDocument(), 'paths'), path), 'get'),
    );
    return success && data.responses[200].headers['X-Result-Count'] !== undefined && key.startsWith('GET ')
      ? [{ segment, key, parameters: data.parameters.filter(({ in: place }) => place === 'query') }]
      : [];
  }),
);
const NAMED = LISTS.map((list) => [`${list.segment}${list.key.replace('GET ', '')}`, list] as const);

/** This test has no Rancher, so this list has no answer. */
const UNANSWERED = ['marketplace-provider-offerings/{uuid}/importable_resources/'];
const EMPTY = [
  'marketplace-service-providers/{uuid}/keys/',
  'marketplace-provider-offerings/{uuid}/list_project_service_accounts/',
  'marketplace-provider-offerings/{uuid}/list_course_accounts/',
  'component-user-usage-limits/',
  ...['rancher-clusters/{uuid}/machines/', 'rancher-clusters/{uuid}/etcd-snapshots/', 'rancher-machines/'],
];
/** Lists that show only the caller's own objects, even to staff. */
const OWN = ['api-tokens', 'hooks-web', 'hooks-email'];
/** Parameters that all lists have. Other tests cover them. */
const COMMON = ['page', 'page_size', 'o', 'field'];

let cloud: Cloud;
let world: World;
beforeAll(async () => {
  cloud = await startCloud();
  world = await openWorld(cloud);
  const { market, self, shown } = world;
  const { store } = market;
  const resource = await store.resources.get(shown.resource);
  const now = market.clock.now();
  await store.commit(store.usages.insert(begunUsage(resource, { type: 'cpu_hours', rate: 2, since: now, now })));
  await store.events.append(aClusterEvent({ clusterUuid: shown.cluster }));
  for (const type of ['web', 'email'] as const) {
    await store.commit(store.hooks.insert(aHook({ type, userUuid: self.user.uuid })));
  }
  await market.create('keys/', self, { name: 'mine', public_key: KEY });
  await anotherToken(world, self);
  await sampleOf(world, 'marketplace-site-agent-processors');
  await sampleOf(world, 'rancher-cluster-templates');
  await sampleOf(world, 'cluster-api-templates');
  const management = someClusterApiSettings();
  await store.commit(store.settings.insert(management));
  await store.relays.put(aRelay({ settingsUuid: management.uuid, reportedAt: now.toISOString() }));
}, 60_000);
afterAll(() => cloud.simulator.stop());
const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl mine';

const asker = ({ segment }: List): Person => (OWN.includes(segment) ? world.self : world.market.people.staff);
async function ask(list: List, query: string) {
  const address = await addressOf(world, list.segment, list.key);
  const { status, body, headers } = await world.market.ask('GET', `${address}?${query}`, asker(list));
  return { status, body, total: Number(headers['x-result-count'] ?? Number.NaN) };
}

/** A uuid and dates that match no object. They serve for every parameter that is not a number. */
const IMPOSSIBLE = [aUuid(), '9999-12-31', '0001-01-01'];
/** Whole numbers that match no object. */
const EXTREME = ['0', '999999999999'];

/** Describes how a list ignores a parameter. Returns an empty array if the parameter has an effect. */
async function faultOf(list: List, { name, schema: { type, items } }: Parameter, all: number): Promise<string[]> {
  const totalOf = async (value: string) => (await ask(list, `${name}=${encodeURIComponent(value)}`)).total;
  const isAccepted = Object.hasOwn(ACCEPTED_FILTERS, name) && (await totalOf(IMPOSSIBLE[0] ?? '')) === all;
  if (isAccepted) return [];
  if (type === 'boolean') {
    const [on, off] = [await totalOf('true'), await totalOf('false')];
    return on + off === all ? [] : [`${name}: ${on} that are and ${off} that are not, of ${all}`];
  }
  const values = items?.enum ?? (type === 'integer' ? EXTREME : IMPOSSIBLE);
  const totals = await Promise.all(values.map(totalOf));
  const isServed = items?.enum
    ? totals.every((total) => total <= all) && (all === 0 || totals.some((total) => total < all))
    : totals.includes(0);
  return isServed ? [] : [`${name}: ${values.map((value, at) => `${value} ${totals[at]}`).join(', ')} of ${all}`];
}

describe.each(NAMED)('%s', (name, list) => {
  test('refuses a parameter that it does not know, and names it', async () => {
    if (UNANSWERED.includes(name)) return;
    const refused = await ask(list, 'page_size=5&nobody_knows_it=1');
    expect(refused).toMatchObject({
      status: 400,
      body: { nobody_knows_it: [expect.stringMatching(/^Unknown filter\. Known ones are: .*page_size/)] },
    });
    expect(await ask(list, 'pgae_size=5')).toMatchObject({
      ...{ status: 400, body: { pgae_size: ['Unknown filter. Did you mean page_size?'] } },
    });
  });

  test('ignores none of its parameters', async () => {
    if (UNANSWERED.includes(name)) return;
    const { status, total: all } = await ask(list, '');
    expect({ status, isEmpty: all === 0 }).toEqual({ status: 200, isEmpty: EMPTY.includes(name) });
    const filters = list.parameters.filter((parameter) => !COMMON.includes(parameter.name));
    const faults: string[] = [];
    for (const parameter of filters) faults.push(...(await faultOf(list, parameter, all)));
    expect(faults).toEqual([]);
  }, 60_000);

  test('ignores an empty value of each', async () => {
    if (UNANSWERED.includes(name)) return;
    const { total: all } = await ask(list, '');
    const empty = list.parameters.map((parameter) => `${parameter.name}=`).join('&');
    expect(await ask(list, empty)).toMatchObject({ status: 200, total: all });
  });

  test('has each order that it documents, and the fields that are asked for', async () => {
    if (UNANSWERED.includes(name)) return;
    const { body, total: all } = await ask(list, '');
    const order = list.parameters.find((parameter) => parameter.name === 'o')?.schema;
    for (const by of order?.items?.enum ?? order?.enum ?? []) {
      expect([by, (await ask(list, `o=${by}`)).total]).toEqual([by, all]);
    }
    expect(await ask(list, 'o=bogus')).toMatchObject({ status: 400 });
    const [first = ''] = Object.keys(z.array(z.looseObject({})).parse(body)[0] ?? {});
    const selected = z.array(z.looseObject({})).parse((await ask(list, `field=${first}`)).body);
    expect(new Set(selected.flatMap((item) => Object.keys(item)))).toEqual(new Set(all === 0 ? [] : [first]));
  });
});

test('there are lists', () => {
  expect(NAMED.length).toBeGreaterThan(40);
});
