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
import { type ExampleWorld, openExampleWorld, type Prepared } from '../examples/example-world.ts';
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

/**
 * Fields for which something else lowers the bound: the kind of cluster (`name`), the offering (`limits`), the
 * installation (`ttl`), and the image of the machines (`system_volume_size`).
 */
const LOWERED = ['name', 'limits', 'ttl', 'system_volume_size'];

/** Whether the answer to the value at the bound refuses the value's size. */
function faultAt(place: Place, answer: Answered): string | undefined {
  if (answer.status >= 500 && answer.status !== 502) return `${answer.status} ${answer.text.slice(0, 200)}`;
  const isOfSize = answer.status === 400 && SIZE.test(answer.text) && answer.text.includes(`"${nameOf(place)}"`);
  if (!isOfSize) tally.atTheBound += 1;
  // A part of a list or map may be wrong in other ways.
  const isWhole = !['maxItems', 'maxProperties'].includes(place.bound.keyword) && !LOWERED.includes(nameOf(place));
  return isOfSize && isWhole ? `refused for its size: ${answer.text.slice(0, 200)}` : undefined;
}

type Opened = { prepared: Prepared; calls: Map<ShownCall, Real> };
const opened = new Map<ShownOperation, Opened>();

/** What an operation needs. It is made once, because values at the bounds change the world. */
async function open(operation: ShownOperation): Promise<Opened> {
  const known = opened.get(operation);
  if (known) return known;
  const made = { prepared: (await PREPARED[routeOf(operation)]?.(world)) ?? {}, calls: new Map<ShownCall, Real>() };
  opened.set(operation, made);
  return made;
}

/** The call for a place. Each variant of a body has an example of its own, or else starts from the first example. */
async function callFor(operation: ShownOperation, { field: { choices } }: Place): Promise<Real> {
  const { prepared, calls } = await open(operation);
  const fits = ({ body = null }: ShownCall) =>
    choices.every(({ way, values }) => values.includes(valueAt(body, way) ?? null));
  const call = operation.calls.find(fits) ?? operation.calls[0];
  if (call === undefined) throw new Error('the operation has no example');
  const real = calls.get(call) ?? (await realCall(world, operation, call, prepared));
  calls.set(call, real);
  return real;
}

async function walk(operation: ShownOperation, side: 'above' | 'at'): Promise<string[]> {
  const faults: string[] = [];
  for (const place of PLACES.get(`${operation.method} ${operation.path}`) ?? []) {
    const answer = await ask(operation, await callFor(operation, place), place, place.bound[side]);
    const fault = side === 'above' ? faultAbove(operation, place, answer) : faultAt(place, answer);
    if (fault !== undefined) faults.push(`${place.field.way.join('.')} ${place.bound.keyword}: ${fault}`);
    tally.calls += 1;
    if (side === 'above') tally.places += 1;
  }
  return faults;
}

const WALKED = shown
  .filter(({ method, path }) => PLACES.has(`${method} ${path}`))
  .map((operation) => [`${operation.method} ${operation.path}`, operation] as const);

// Values above the bounds change nothing. So all of them are tried first, in the state that the examples need.
test.each(WALKED)(
  'a value above each bound of %s is refused by its name',
  async (_, operation) => {
    expect(await walk(operation, 'above')).toEqual([]);
  },
  120_000,
);

test.each(WALKED)(
  'a value at each bound of %s is not refused for its size',
  async (_, operation) => {
    expect(await walk(operation, 'at')).toEqual([]);
  },
  120_000,
);

test('the walk has tried many places, nearly all of them by calls that reach the body', () => {
  process.stdout.write(`${JSON.stringify(tally)}\n`);
  expect(tally.places).toBeGreaterThan(2000);
  expect(tally.bySchema).toBeLessThan(tally.places / 10);
});
