import { afterAll, beforeAll, expect, test } from 'vitest';
import { openApiDocument } from '#infra/openapi/document';
import type { Json } from '#infra/openapi/json';
import { OPERATIONS } from '#infra/openapi/operations';
import { type RequestField, requestFields } from '#infra/openapi/request-fields';
import type { ApiOperation } from '#shared/contracts/rest/_core/operation';
import type { Answered } from '#test/integration/_worlds/api-under-test';
import { type Cloud, startCloud } from '#test/integration/_worlds/market';
import { openSimulated } from '#test/integration/_worlds/rancher-market';
import { borrowSimulator } from '../../_worlds/borrowed-simulator.ts';
import { realCall, routeOf } from '../examples/example-calls.ts';
import { type ExampleWorld, openExampleWorld } from '../examples/example-world.ts';
import { PREPARED } from '../examples/prepared.ts';
import { type ShownCall, type ShownOperation, shownOperations } from '../examples/shown-calls.ts';
import { type Bound, boundsOf, valueAt, withValue } from './bound-values.ts';

let cloud: Cloud;
let world: ExampleWorld;
beforeAll(async () => {
  const [started, simulator] = await Promise.all([startCloud(), borrowSimulator('rancher')]);
  cloud = started;
  world = await openExampleWorld(cloud, { simulator, opened: await openSimulated(simulator) });
}, 120_000);
afterAll(async () => {
  await world.rancher.opened.close();
  await cloud.simulator.stop();
});

type Place = { field: RequestField; bound: Bound };
const document = openApiDocument();
const operations: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>> = OPERATIONS;
/** Pages answer people who follow a link of an e-mail, and name no fields. */
const isPage = ({ segment, key }: ShownOperation): boolean => operations[segment]?.[key]?.media !== undefined;
const shown = shownOperations(document).filter(
  (operation) => !operation.path.startsWith('/webhooks/') && !isPage(operation),
);
const collectionOf = ({ operation }: RequestField): string => operation.split('/')[2] ?? '';

/**
 * The bounded places, by operation. Operations of a collection share schemas, as PUT and PATCH do: a place is tried in
 * the first operation of the collection that has it. Lists share the readers of their parameters, so a parameter of a
 * query is tried in each list.
 */
function placesByOperation(): ReadonlyMap<string, Place[]> {
  const known = new Set<string>();
  const places = new Map<string, Place[]>();
  for (const field of requestFields(document)) {
    if (field.way.length === 0) continue;
    for (const bound of boundsOf(field.schema)) {
      const place = field.where === 'query' ? field.operation : collectionOf(field);
      const id = JSON.stringify([place, field.choices, field.way, bound.keyword, field.schema[bound.keyword]]);
      if (known.has(id)) continue;
      known.add(id);
      places.set(field.operation, [...(places.get(field.operation) ?? []), { field, bound }]);
    }
  }
  return places;
}
const PLACES = placesByOperation();

/** The name by which an error names a place: the last field on the way to it. */
const nameOf = ({ field: { way } }: Place): string => way.findLast((step) => step !== '[]' && step !== '{}') ?? '';
/** The texts of the errors about a size. */
const SIZE = /no more than|less than or equal to|greater than or equal to/;

/** A page that does not exist is 404, and a page size above the maximum counts as the maximum, as in Waldur. */
const PAGING = ['page', 'page_size'];
/** Places whose operation cannot read the body in this world, because another check comes first. */
const isEarlier = ({ status }: Answered): boolean => [401, 403, 404, 405, 409].includes(status);

type Real = Awaited<ReturnType<typeof realCall>>;
async function ask({ method }: ShownOperation, { address, asked }: Real, { field, bound }: Place, value: Bound['at']) {
  const { where, way, choices } = field;
  if (where === 'body') {
    const body = JSON.parse(JSON.stringify(asked.body ?? {}));
    const chosen = choices.reduce<Json>(
      (sent, choice) =>
        choice.values.includes(valueAt(sent, choice.way) ?? null)
          ? sent
          : withValue(sent, choice.way, choice.values[0] ?? null),
      body,
    );
    return world.market.ask(method, address.href, { ...asked, body: withValue(chosen, way, value) });
  }
  const query = new URLSearchParams(address.search);
  const name = way[0] ?? '';
  query.delete(name);
  const values = bound.keyword === 'maxItems' && Array.isArray(value) ? value : [value];
  for (const one of values) query.append(name, String(one));
  const url = new URL(address);
  url.search = query.toString();
  return world.market.ask(method, url.href, asked);
}

const tally = { places: 0, calls: 0, atTheBound: 0, refusedForTheSize: 0, refusedOtherwise: 0, bySchema: 0 };

/** Whether the operation's own schema refuses the value, for an operation whose state no example of this world has. */
function isRefusedBySchema({ segment, key, calls }: ShownOperation, { field, bound }: Place): boolean {
  const schema = operations[segment]?.[key]?.body;
  const body = withValue(JSON.parse(JSON.stringify(calls[0]?.body ?? {})), field.way, bound.above);
  return schema !== undefined && !schema.safeParse(body).success;
}

/** What is wrong with the answer to the value above the bound. Undefined if it is as it should be. */
function faultAbove(operation: ShownOperation, place: Place, answer: Answered): string | undefined {
  const name = nameOf(place);
  if (PAGING.includes(name)) return answer.status >= 500 ? `${answer.status}` : undefined;
  if (isEarlier(answer) && place.field.where === 'body') {
    tally.bySchema += 1;
    return isRefusedBySchema(operation, place) ? undefined : `${answer.status}, and the schema accepts it`;
  }
  if (isEarlier(answer)) return undefined;
  if (answer.status !== 400) return `${answer.status} ${answer.text.slice(0, 200)}`;
  if (SIZE.test(answer.text)) tally.refusedForTheSize += 1;
  else tally.refusedOtherwise += 1;
  return answer.text.includes(name) ? undefined : `400 without its name: ${answer.text.slice(0, 200)}`;
}

/** Whether the answer to the value at the bound refuses the value's size. */
function faultAt(place: Place, answer: Answered): string | undefined {
  if (answer.status >= 500 && answer.status !== 502) return `${answer.status} ${answer.text.slice(0, 200)}`;
  const isOfSize = answer.status === 400 && SIZE.test(answer.text) && answer.text.includes(`"${nameOf(place)}"`);
  if (!isOfSize) tally.atTheBound += 1;
  // A part of a list or map may be wrong in other ways.
  const isWhole = !['maxItems', 'maxProperties'].includes(place.bound.keyword);
  return isOfSize && isWhole ? `refused for its size: ${answer.text.slice(0, 200)}` : undefined;
}

async function walk(operation: ShownOperation): Promise<string[]> {
  const places = PLACES.get(`${operation.method} ${operation.path}`) ?? [];
  const prepared = (await PREPARED[routeOf(operation)]?.(world)) ?? {};
  const faults: string[] = [];
  const tell = ({ field, bound }: Place, what: string, fault: string | undefined) => {
    if (fault !== undefined) faults.push(`${field.way.join('.')} ${bound.keyword} ${what}: ${fault}`);
  };
  // Each variant of a body has an example of its own. A variant without one starts from the first example.
  const real = async ({ field: { choices } }: Place): Promise<Real> => {
    const fits = ({ body = null }: ShownCall) =>
      choices.every(({ way, values }) => values.includes(valueAt(body, way) ?? null));
    const call = operation.calls.find(fits) ?? operation.calls[0];
    const known = call && calls.get(call);
    if (known) return known;
    if (call === undefined) throw new Error('the operation has no example');
    const made = await realCall(world, operation, call, prepared);
    calls.set(call, made);
    return made;
  };
  const calls = new Map<ShownCall, Real>();
  // Values above the bounds change nothing, so all of them are tried in the same state, before the values at the bounds.
  for (const place of places) {
    tally.places += 1;
    tally.calls += 2;
    const answer = await ask(operation, await real(place), place, place.bound.above);
    tell(place, 'above', faultAbove(operation, place, answer));
  }
  for (const place of places) {
    const answer = await ask(operation, await real(place), place, place.bound.at);
    tell(place, 'at', faultAt(place, answer));
  }
  return faults;
}

test.each(
  shown
    .filter(({ method, path }) => PLACES.has(`${method} ${path}`))
    .map((operation) => [`${operation.method} ${operation.path}`, operation] as const),
)(
  'the bounds of %s hold',
  async (_, operation) => {
    expect(await walk(operation)).toEqual([]);
  },
  120_000,
);

test('the walk has tried many places, nearly all of them by calls that reach the body', () => {
  process.stdout.write(`${JSON.stringify(tally)}\n`);
  expect(tally.places).toBeGreaterThan(2000);
  expect(tally.bySchema).toBeLessThan(tally.places / 10);
});
