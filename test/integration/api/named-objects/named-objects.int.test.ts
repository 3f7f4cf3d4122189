import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openApiDocument } from '#infra/openapi/document';
import { OPERATIONS } from '#infra/openapi/operations';
import type { ApiOperation } from '#shared/contracts/rest/_core/operation';
import { ruleOf } from '#shared/domain/organizations/permission';
import { JUDGES, type Judge, judgeOf, keysOf } from '#test/architecture/named-objects';
import type { Simulator } from '#test/contracts/start-simulator';
import type { Answered, Person } from '#test/integration/_worlds/api-under-test';
import { borrowSimulator } from '#test/integration/_worlds/borrowed-simulator';
import { type Cloud, startCloud } from '#test/integration/_worlds/market';
import { openSimulated } from '#test/integration/_worlds/rancher-market';
import { expectedOf } from '#test/permissions/caller-kinds';
import { valueAt, withValue } from '../bounds/bound-values.ts';
import { realCall, routeOf } from '../examples/example-calls.ts';
import { type ExampleWorld, openExampleWorld, type Prepared } from '../examples/example-world.ts';
import { PREPARED } from '../examples/prepared.ts';
import { type ShownOperation, shownOperations } from '../examples/shown-calls.ts';
import { keptRows, newRowsWith, type Rows } from '../tenancy/kept-rows.ts';
import { type BackendObjects, makeBackendObjects } from './backend-objects.ts';
import { findNamedObjects, type NamedObject } from './find-named-objects.ts';
import { isFlatOrder, WALKS, type Walk } from './walked-places.ts';

let cloud: Cloud;
let management: Simulator;
let world: ExampleWorld;
let backend: BackendObjects;
beforeAll(async () => {
  const [started, simulator, capi] = await Promise.all([
    startCloud(),
    borrowSimulator('rancher'),
    borrowSimulator('cluster-api'),
  ]);
  [cloud, management] = [started, capi];
  world = await openExampleWorld(cloud, { simulator, opened: await openSimulated(simulator) });
}, 120_000);
// This polls, so it has to be a test.
test('objects of everybody are made', async () => {
  backend = await makeBackendObjects(world, management);
}, 60_000);

const document = openApiDocument();
const places = findNamedObjects(document);
const shown = new Map(shownOperations(document).map((it) => [`${it.method} ${it.path}`, it]));
const operations: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>> = OPERATIONS;
const operationOf = ({ operation }: NamedObject): ShownOperation =>
  shown.get(operation) ?? expect.fail(`${operation} is not in the document`);
const walkOf = (place: NamedObject): Walk =>
  keysOf(place).flatMap((key) => WALKS[key] ?? [])[0] ??
  expect.fail(`${place.operation} ${place.name} is not walked: give it objects in walked-places.ts`);

/** The judges whose places are not walked: the values are not compared with anything when the call is made. */
const EXCUSED: readonly Judge[] = ['cluster credential', 'order', 'provider', 'caller'];
const placesOf = (...judges: Judge[]) => places.filter((place) => judges.includes(judgeOf(place)));
const LOOKED_UP = placesOf('owner', 'proven', 'tenant', 'cluster');

const size = { requests: 0, refused: 0, accepted: 0, wrongly: 0 };
afterAll(async () => {
  const excused = EXCUSED.map((judge) => {
    const names = [...new Set(placesOf(judge).map((place) => keysOf(place)[1]))];
    return `  ${placesOf(judge).length} by ${judge} (${JUDGES[judge]}): ${names.join(', ')}`;
  });
  process.stdout.write(
    `\nnamed objects: ${places.length} places, ${size.requests} requests, ${size.refused} refused, ${size.accepted} accepted with the caller's own, ${size.wrongly} accepted wrongly\nnot walked:\n${excused.join('\n')}\n`,
  );
  await world.rancher.opened.close();
  await Promise.all([cloud.simulator.stop(), management.stop()]);
});

/** From the one who has least to the one who has most. */
const ORDER = ['member', 'admin', 'manager', 'owner', 'staff'];
type Asker = { name: string; person: Person };
function askersOf({ segment, key }: ShownOperation): { allowed: Asker[]; others: Asker[] } {
  const rule = ruleOf(operations[segment]?.[key]?.rule ?? 'public.see');
  const all = ORDER.flatMap((name) => world.callers.filter((caller) => caller.name === name));
  const asker = ({ name, person }: (typeof all)[number]) => (person ? [{ name, person }] : []);
  const mayAsk = (caller: (typeof all)[number]) => expectedOf(rule, caller) === 'allowed';
  return { allowed: all.filter(mayAsk).flatMap(asker), others: all.filter((it) => !mayAsk(it)).flatMap(asker) };
}
/** The least who may call the route, and owner, who is seller, too. Staff only if nobody else may call it. */
function walkersOf(operation: ShownOperation): Asker[] {
  const { allowed } = askersOf(operation);
  const [least] = allowed;
  const owner = allowed.find(({ name }) => name === 'owner');
  return [...new Set([...(least ? [least] : []), ...(owner ? [owner] : [])])];
}

const staff = (): Asker => ({ name: 'staff', person: world.market.people.staff });

const prepared = new Map<string, Promise<Prepared>>();
/** What a place needs. It is made once for all refused calls. */
function preparedFor(place: NamedObject, walk: Walk): Promise<Prepared> {
  const key = walk.prepare ? `${place.operation} ${place.name}` : place.operation;
  const known = prepared.get(key) ?? freshFor(place, walk);
  prepared.set(key, known);
  return known;
}
async function freshFor(place: NamedObject, { prepare, body }: Walk): Promise<Prepared> {
  if (prepare) return prepare(world, backend);
  return (body ? undefined : await PREPARED[routeOf(operationOf(place))]?.(world)) ?? {};
}

async function ask(place: NamedObject, walk: Walk, needs: Prepared, asker: Asker, value: string): Promise<Answered> {
  const operation = operationOf(place);
  const bodies = operation.calls.flatMap(({ body }) => (body === undefined ? [] : [body]));
  const orders = shown.get('POST /api/marketplace-orders/')?.calls.flatMap(({ body = null }) => [body]) ?? [];
  const around = { world, backend, prepared: needs };
  const fits = bodies.find((body) =>
    place.choices.every(({ way, values }) => values.includes(valueAt(body, way) ?? null)),
  );
  const body = walk.body?.(around, { bodies, orders }, isFlatOrder(place)) ?? fits ?? bodies[0];
  const [call] = operation.calls;
  if (call === undefined) return expect.fail(`${place.operation} has no example`);
  const { address, asked } = await realCall(world, operation, { ...call, ...(body !== undefined && { body }) }, needs);
  size.requests += 1;
  const sent = { ...asked, token: asker.person.token };
  if (place.where === 'query') address.searchParams.set(place.way[0] ?? '', value);
  if (place.where === 'path') {
    const index = operation.path.split('/').indexOf(place.name);
    address.pathname = address.pathname.split('/').with(index, encodeURIComponent(value)).join('/');
  }
  if (place.where !== 'body') return world.market.ask(operation.method, address.href, sent);
  const named = withValue(JSON.parse(JSON.stringify(asked.body ?? {})), place.way, value);
  return world.market.ask(operation.method, address.href, { ...sent, body: named });
}

const journal = z.array(z.object({ at: z.number(), method: z.string(), url: z.string() }));
/** Log-ins, and the account that acts for the caller. They do not depend on the named object. */
const OF_THE_CALLER =
  /^\/(identity\/)?v3\/(auth|users|tokens|globalrolebindings|clusterroletemplatebindings|projectroletemplatebindings)|^\/v3-public|\/selfsubject/;
async function requestsSince(since: number): Promise<{ method: string; url: string }[]> {
  const backends = [cloud.simulator, world.rancher.simulator, management];
  const lists = backends.map(async ({ url }) => journal.parse(await (await fetch(`${url}/_sim/journal`)).json()));
  return (await Promise.all(lists)).flat().filter(({ at }) => at >= since);
}
const writesSince = async (since: number): Promise<string[]> =>
  (await requestsSince(since))
    .filter(({ method, url }) => method !== 'GET' && !OF_THE_CALLER.test(url))
    .map(({ method, url }) => `${method} ${url}`);

/** The errors of a dry run, which answers 200. */
const planned = z.object({ errors: z.array(z.unknown()).min(1) });
/** Whether the answer refuses the named object: by its field, by a permission, or because the address names nothing. */
function isRefusal({ where, way }: NamedObject, { field: other }: Walk, { status, body, text }: Answered): boolean {
  if (where === 'path') return status === 404;
  const field = other ?? way.findLast((step) => step !== '[]') ?? '';
  if (status === 403) return text.includes(field);
  const errors = status === 200 ? planned.safeParse(body).data?.errors : status === 400 ? text : undefined;
  const said = JSON.stringify(errors ?? '');
  const word = field.split('_')[0] ?? '';
  return (
    said.includes(`"${field}`) ||
    said.includes(`\\"${field}`) ||
    (/non_field_errors/.test(said) && said.toLowerCase().includes(word))
  );
}

/** The answer without the named value. Only the errors of a dry run count, because the plan has new names each time. */
const comparable = ({ status, text, body }: Answered, value: string): string =>
  `${status} ${JSON.stringify(planned.safeParse(body).data?.errors ?? text).replaceAll(value, '<it>')}`;
const nameOf = ({ operation, name }: NamedObject): string => `${operation} ${name}`;

const OTHERS = ['another', 'provider', 'nobody', 'missing'] as const;
type Owner = (typeof OTHERS)[number];
/** The values that the walk has named in vain. */
const named = new Set<string>();

async function faultsOf(place: NamedObject, asker: Asker, owners: readonly Owner[]): Promise<string[]> {
  const walk = walkOf(place);
  const needs = await preparedFor(place, walk);
  const objects = walk.objects({ world, backend, prepared: needs });
  const faults: string[] = [];
  const answers = new Map<Owner, string>();
  const since = Date.now();
  for (const owner of owners) {
    const value = objects[owner];
    if (value === undefined) continue;
    const answer = await ask(place, walk, needs, asker, value);
    const at = `${nameOf(place)} as ${asker.name}, object of ${owner} (${value})`;
    if (isRefusal(place, walk, answer)) size.refused += 1;
    else faults.push(`${at}: is not refused: ${answer.status} ${answer.text.slice(0, 300)}`);
    answers.set(owner, comparable(answer, value));
    if (owner === 'another' || owner === 'missing') named.add(value);
  }
  const writes = await writesSince(since);
  if (writes.length > 0) faults.push(`${nameOf(place)} as ${asker.name}: sent ${writes.join(', ')}`);
  const [another, missing = another] = [answers.get('another'), answers.get('missing')];
  if (another !== undefined && another !== missing)
    faults.push(
      `${nameOf(place)} as ${asker.name}: distinguishes ${another.slice(0, 200)} from ${missing?.slice(0, 200)}`,
    );
  size.wrongly += faults.length;
  return faults;
}

const table = (list: readonly NamedObject[]) => list.map((place) => [nameOf(place), place] as const);

describe('what belongs to another customer, the provider or nobody is refused', () => {
  beforeAll(async () => {
    rows = await keptRows(world.market);
  });
  let rows: Rows;

  test.each(table(LOOKED_UP))(
    'at %s',
    async (_, place) => {
      const faults: string[] = [];
      for (const asker of walkersOf(operationOf(place))) faults.push(...(await faultsOf(place, asker, OTHERS)));
      if (walkOf(place).refusesStaff) faults.push(...(await faultsOf(place, staff(), ['another'])));
      expect(faults).toEqual([]);
    },
    60_000,
  );

  test('and nothing new names any of it', async () => {
    const after = await keptRows(world.market);
    expect(newRowsWith([...named], rows, after)).toEqual([]);
  });
});

describe('a field for staff is refused to everybody else', () => {
  test.each(table(placesOf('staff')))('at %s', async (_, place) => {
    const walk: Walk = { objects: () => ({}) };
    for (const asker of askersOf(operationOf(place)).others) {
      const { status } = await ask(place, walk, await preparedFor(place, walk), asker, 'of-another');
      expect([asker.name, status]).toEqual([asker.name, expect.toSatisfy((it) => it === 403 || it === 404)]);
      size.refused += 1;
    }
  });
});

/** Ids of objects of another customer at the backends. */
const theirIds = (): string[] =>
  [backend.cluster, backend.network, backend.subnet, backend.project, backend.serverGroup].map(
    ({ another }) => another,
  );

describe('a filter finds nothing of another customer', () => {
  test.each(table(placesOf('filter')))('at %s', async (_, place) => {
    const walk: Walk = { objects: () => ({}) };
    const asker = walkersOf(operationOf(place)).at(-1) ?? expect.fail('nobody may call the route');
    const needs = await preparedFor(place, walk);
    const missing = await ask(place, walk, needs, asker, 'no-such-object');
    for (const id of theirIds()) {
      expect(comparable(await ask(place, walk, needs, asker, id), id)).toBe(comparable(missing, 'no-such-object'));
      size.refused += 1;
    }
  });
});

describe('what a site agent reports reaches no backend', () => {
  test.each(table(placesOf('report')))('at %s', async (_, place) => {
    const walk: Walk = { objects: () => ({}) };
    const [asker] = walkersOf(operationOf(place));
    if (asker === undefined) return expect.fail('nobody may call the route');
    const needs = await preparedFor(place, walk);
    const since = Date.now();
    const { status } = await ask(place, walk, needs, asker, backend.cluster.another);
    expect(status).toBe(200);
    expect(await requestsSince(since)).toEqual([]);
  });
});

describe('the same call with an object of the caller is accepted', () => {
  const own = LOOKED_UP.filter((place) => !walkOf(place).refusesOwn);
  test.each(table(own))(
    'at %s',
    async (_, place) => {
      const walk = walkOf(place);
      const needs = await freshFor(place, walk);
      const { own: value } = walk.objects({ world, backend, prepared: needs });
      const asker = walk.isForStaff ? staff() : walkersOf(operationOf(place)).at(-1);
      if (value === undefined || asker === undefined) return expect.fail('the walk has no object of the caller');
      const answer = await ask(place, walk, needs, asker, value);
      expect([
        answer.status >= 200 && answer.status < 300,
        planned.safeParse(answer.body).success,
        answer.text,
      ]).toEqual([true, false, answer.text]);
      size.accepted += 1;
    },
    60_000,
  );
});
