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
import { type BackendObjects, makeBackendObjects } from './backend-objects.ts';
import { findNamedObjects, type NamedObject } from './find-named-objects.ts';
import { isFlatOrder, POOL_WALKS, WALKS, type Walk } from './walked-places.ts';

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
  keysOf(place).flatMap((key) => WALKS[key] ?? POOL_WALKS[key] ?? [])[0] ??
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
/** The writes that the backends have got since then. */
async function writesSince(since: number): Promise<string[]> {
  const backends = [cloud.simulator, world.rancher.simulator, management];
  const lists = backends.map(async ({ url }) => journal.parse(await (await fetch(`${url}/_sim/journal`)).json()));
  return (await Promise.all(lists))
    .flat()
    .filter(({ at, method, url }) => at >= since && method !== 'GET' && !OF_THE_CALLER.test(url))
    .map(({ method, url }) => `${method} ${url}`);
}

/** The errors of a dry run, which answers 200. */
const planned = z.object({ errors: z.array(z.unknown()).min(1) });
/** Whether the answer refuses the named object: by its field, by a permission, or because the address names nothing. */
function isRefusal({ where, way }: NamedObject, { field: other }: Walk, { status, body, text }: Answered): boolean {
  if (where === 'path') return status === 404;
  const field = other ?? way.findLast((step) => step !== '[]') ?? '';
  if (status === 403) return true;
  const errors = status === 200 ? planned.safeParse(body).data?.errors : status === 400 ? text : undefined;
  const said = JSON.stringify(errors ?? '');
  const word = field.split('_')[0] ?? '';
  return (
    said.includes(`"${field}`) ||
    said.includes(`\\"${field}`) ||
    (/non_field_errors/.test(said) && said.toLowerCase().includes(word))
  );
}

const OTHERS = ['another', 'provider', 'nobody', 'missing'] as const;
async function faultsAt(place: NamedObject): Promise<string[]> {
  const walk = walkOf(place);
  const needs = await preparedFor(place, walk);
  const objects = walk.objects({ world, backend, prepared: needs });
  const faults: string[] = [];
  for (const asker of walkersOf(operationOf(place))) {
    const answers = new Map<string, string>();
    for (const owner of OTHERS) {
      const value = objects[owner];
      if (value === undefined || walk.accepts?.includes(owner)) continue;
      const since = Date.now();
      const answer = await ask(place, walk, needs, asker, value);
      const writes = await writesSince(since);
      const said = `${answer.status} ${answer.text.slice(0, 300)}`;
      const at = `${place.operation} ${place.name} as ${asker.name}, object of ${owner} (${value})`;
      if (!isRefusal(place, walk, answer)) faults.push(`${at}: is not refused: ${said}`);
      else size.refused += 1;
      if (writes.length > 0) faults.push(`${at}: sent ${writes.join(', ')}`);
      answers.set(owner, `${answer.status} ${answer.text.replaceAll(value, '<it>')}`);
    }
    const [another, missing] = [answers.get('another'), answers.get('missing')];
    if (another !== undefined && missing !== undefined && another !== missing)
      faults.push(
        `${place.operation} ${place.name} as ${asker.name}: tells ${another.slice(0, 200)} from ${missing.slice(0, 200)}`,
      );
  }
  size.wrongly += faults.length;
  return faults;
}

describe('what belongs to another customer, the provider or nobody cannot be named', () => {
  test.each(LOOKED_UP.map((place) => [`${place.operation} ${place.name}`, place] as const))(
    '%s',
    async (_, place) => expect(await faultsAt(place)).toEqual([]),
    60_000,
  );
});
