import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { API_ROUTES } from '#functions/api/api-routes';
import { OPERATIONS } from '#infra/openapi/operations';
import type { ApiOperation } from '#shared/contracts/rest/_core/operation';
import { type RuleName, ruleOf } from '#shared/domain/organizations/permission';
import { type Answered, ORIGIN, type Person } from '#test/integration/_worlds/api-under-test';
import { type Cloud, startCloud } from '#test/integration/_worlds/market';
import { expectedOf } from '#test/permissions/caller-kinds';
import { BODIES } from './bodies.ts';
import { addressOf } from './samples.ts';
import { anotherToken, type Caller, openWorld, tokenFor, type World } from './world.ts';

let cloud: Cloud;
let world: World;
beforeAll(async () => {
  cloud = await startCloud();
  world = await openWorld(cloud);
}, 60_000);
const size = { routes: 0, answers: 0, differences: 0 };
afterAll(async () => {
  const { routes, answers, differences } = size;
  process.stdout.write(
    `\npermissions: ${routes} routes × ${world.callers.length} callers = ${answers} answers, ${differences} differences\n`,
  );
  await cloud.simulator.stop();
});

type Route = { segment: string; key: string; rule: RuleName };
const operations: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>> = OPERATIONS;
const routesOf = (segment: string): Route[] =>
  Object.entries(operations[segment] ?? {}).map(([key, { rule }]) => ({ segment, key, rule }));

function bodyFor({ segment, key, rule }: Route): object | undefined {
  if (key.startsWith('GET ')) return undefined;
  if (!ruleOf(rule).inBody) return {};
  const body = BODIES[`${segment} ${key}`];
  if (body === undefined) throw new Error(`${segment} ${key} names its place in the body: give it one in bodies.ts`);
  return body(world);
}

const NOT_THERE = 'Invalid hyperlink - Object does not exist.';
/** Waldur's error text for a scope that does not exist (docs/spec/access.md#memberships). */
const NO_SCOPE = /^\{"scope_uuid":\["Cluster with UUID [0-9a-f]{32} does not exist\."\]\}$/;
const PLACES = ['customer', 'project', 'scope', 'offering', 'resource', 'namespace', 'workload', 'cluster', 'template'];

/**
 * Whether the caller passed the permission check. This is true if the answer is a success, or an error that does not
 * depend on the caller.
 */
function isAnswered({ key, rule }: Pick<Route, 'key' | 'rule'>, status: number, said: string): boolean {
  if (status >= 200 && status < 400) return true;
  // The diagnosis of an unreachable provider answers 424.
  if (status === 424) return true;
  // Callers with permission get this error, because this test has no Rancher.
  if (status === 503) return said.includes('A backend is not available');
  const changes = !key.startsWith('GET ') || ruleOf(rule).seenBy === 'anybody';
  return status === 409 || (status === 400 && (changes || said.includes('does not have backend ID')));
}

/** The result of the permission check, independent of the body's validity and the object's state. */
function outcomeOf({ key, rule }: Route, { status, body }: Answered): string {
  const { inBody } = ruleOf(rule);
  const said = JSON.stringify(body ?? '');
  const isHidden = NO_SCOPE.test(said) || PLACES.some((place) => said === JSON.stringify({ [place]: [NOT_THERE] }));
  if (inBody && status === 400 && isHidden) return 'unseen';
  if (status === 404 && !inBody) return 'unseen';
  if (status === 401) return 'unauthenticated';
  if (status === 403) return 'forbidden';
  return isAnswered({ key, rule }, status, said) ? 'allowed' : `answered ${status}`;
}

async function compare(route: Route, caller: Caller): Promise<string[]> {
  const { segment, key, rule } = route;
  const address = new URL(await addressOf(world, segment, key), `${ORIGIN}/api/`).href;
  const body = bodyFor(route);
  const token = await tokenFor(world, `${segment} ${key}`, caller);
  const asked = { ...(token !== undefined && { token }), ...(body && { body }) };
  const answer = await world.market.ask(key.split(' ')[0] ?? '', address, asked);
  const [expected, found] = [expectedOf(ruleOf(rule), caller), outcomeOf(route, answer)];
  size.answers += 1;
  if (expected === found) return [];
  size.differences += 1;
  return [
    `${segment} ${key} (${rule}) as ${caller.name}: ${expected} expected, ${found}: ${answer.text.slice(0, 200)}`,
  ];
}

describe('a token that is for reading only', () => {
  let staff: Person;
  let token: string;
  beforeAll(async () => {
    staff = world.market.people.staff;
    token = (await anotherToken(world, staff, { scopes: ['read'] })).text;
  });
  const ask = async ({ segment, key }: Route, body: object | undefined, asker: string) => {
    const address = new URL(await addressOf(world, segment, key), `${ORIGIN}/api/`).href;
    return world.market.ask(key.split(' ')[0] ?? '', address, { token: asker, ...(body && { body }) });
  };
  const all = Object.keys(operations).flatMap(routesOf);
  const ofSomebody = all.filter(({ rule }) => ruleOf(rule).seenBy !== 'anybody');
  const isRead = ({ key, rule }: Route) => key.startsWith('GET ') && !ruleOf(rule).opens;

  test('looks at whatever its user may look at', async () => {
    const reads = ofSomebody.filter(isRead);
    expect(reads.length).toBeGreaterThan(60);
    for (const route of reads) {
      const whole = await ask(route, undefined, staff.token);
      expect([route.key, (await ask(route, undefined, token)).status]).toEqual([route.key, whole.status]);
    }
  }, 60_000);

  test('changes nothing and opens nothing, not even as staff: each route that might refuses it, and says why', async () => {
    const changes = ofSomebody.filter((route) => !isRead(route));
    expect(changes.map(({ segment, key }) => `${segment} ${key}`)).toContain('rancher-nodes GET /{uuid}/console/');
    expect(changes.length).toBeGreaterThan(50);
    const detail = 'This token is read-only: it lacks the scope "write".';
    for (const route of changes) {
      const { status, body } = await ask(route, bodyFor(route), token);
      expect([route.segment, route.key, status, body]).toEqual([route.segment, route.key, 403, { detail }]);
    }
  }, 60_000);
});

test('no answer is taken for another type than it says, and none but the public ones is kept by a cache', async () => {
  const { staff } = world.market.people;
  for (const route of Object.keys(operations).flatMap(routesOf)) {
    const address = new URL(await addressOf(world, route.segment, route.key), `${ORIGIN}/api/`).href;
    const { headers } = await world.market.ask('GET', address, { token: staff.token });
    const isPublic = route.rule === 'public.see';
    const guarded = { 'x-content-type-options': 'nosniff', ...(!isPublic && { 'cache-control': 'no-store' }) };
    expect({ route, headers }).toMatchObject({ route, headers: guarded });
  }
}, 60_000);

describe('every route answers everybody as its rule in the permission table says', () => {
  test('and every path of the gateway is among them', () => {
    const deployed = API_ROUTES.map(({ path }) => path.split('/')).filter(([, folder]) => folder === 'api');
    expect(Object.keys(operations).sort()).toEqual(deployed.map((path) => path[2] ?? '').sort());
    expect(Object.keys(world.market.routes).sort()).toEqual(Object.keys(operations).sort());
    const keys = (tables: Readonly<Record<string, object>>) =>
      Object.entries(tables).flatMap(([segment, table]) => Object.keys(table).map((key) => `${segment} ${key}`));
    expect(keys(world.market.routes).sort()).toEqual(keys(operations).sort());
  });

  test.each(Object.keys(operations))(
    '"%s" (S0-118, S0-160, S0-164)',
    async (segment) => {
      const differences: string[] = [];
      for (const route of routesOf(segment)) {
        size.routes += 1;
        for (const caller of world.callers) differences.push(...(await compare(route, caller)));
      }
      expect(differences).toEqual([]);
    },
    120_000,
  );
});
