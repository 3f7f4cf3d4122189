import { afterAll, describe, expect, test } from 'vitest';
import { CONTENTS_SEGMENTS } from '#functions/api/contents/tables';
import { OPERATIONS } from '#infra/openapi/operations';
import type { ApiOperation } from '#shared/contracts/rest/_core/operation';
import { ruleOf } from '#shared/domain/organizations/permission';
import { aProject } from '#test/builders/builders';
import { CALLER_KINDS, type CallerKind, expectedOf } from '#test/permissions/caller-kinds';
import { openShopWithCharts, runAppMachine } from '../../cluster-contents/app-shop.ts';
import { shopPerTest } from '../../cluster-contents/shop-cluster.ts';
import { CONTENT_CALLS, newApp, type ShopOfCaller } from './content-calls.ts';
import { OWN_REQUESTS, type Phase, requestJudge } from './judge-requests.ts';

const openShop = shopPerTest();
const operations: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>> = OPERATIONS;
/** Routes of other segments that act in a cluster. */
const IMPORT = 'rancher-clusters POST /{uuid}/import_yaml/';
const FURTHER = [IMPORT, 'rancher-clusters POST /{uuid}/kubeconfig/'];
const size = { calls: 0, requests: 0, exceeding: 0 };
afterAll(() => {
  process.stdout.write(
    `\nbackend rights: ${size.calls} calls sent ${size.requests} requests to Rancher, ${size.exceeding} exceed the caller's rights\n`,
  );
});

/** Those who have, or had, something to do with the cluster. Everybody else is refused before anything is sent. */
const CALLERS = CALLER_KINDS.filter(({ name }) =>
  [
    'staff',
    'support',
    'owner',
    'manager',
    'admin',
    'member',
    'admin of a project beside',
    'manager until lately',
  ].includes(name),
);

/** Whether Paddock's own rule of the route allows the call. */
function isAllowed(kind: CallerKind, segment: string, key: string): boolean {
  const { rule } = operations[segment]?.[key] ?? expect.fail(`${segment} has no ${key}`);
  return expectedOf(ruleOf(rule), kind) === 'allowed';
}

async function shopOf(kind: CallerKind): Promise<ShopOfCaller> {
  const shop = await openShopWithCharts(await openShop());
  const { market } = shop;
  const { customerUuid, projectUuid } = market;
  const beside = aProject({ customerUuid });
  await market.store.commit(market.store.projects.insert(beside));
  const { role, isStaff = false, isSupport = false, hasEnded = false, where } = kind;
  const scope =
    role === 'CUSTOMER.OWNER'
      ? ({ scopeType: 'customer', scopeUuid: customerUuid } as const)
      : ({ scopeType: 'project', scopeUuid: where === 'beside' ? beside.uuid : projectUuid } as const);
  const grant = role && {
    ...scope,
    role,
    customerUuid,
    ...(hasEnded && { expiresAt: market.clock.now().toISOString() }),
  };
  const world = { shop, person: await market.person({ isStaff, isSupport }, ...(grant ? [grant] : [])) };
  if (!isAllowed(kind, 'rancher-apps', 'POST /')) await installAsStaff(world);
  return world;
}

/** For callers who may not install an application themselves. */
async function installAsStaff(world: ShopOfCaller): Promise<void> {
  const { shop } = world;
  const answer = await shop.send('POST', 'rancher-apps/', await newApp(world), shop.market.people.staff);
  expect(answer).toMatchObject({ status: 201 });
  await runStarted(world);
}

/** Runs the operation that the call has started. Its requests count for the caller, too. Returns whether there was one. */
async function runStarted({ shop }: ShopOfCaller): Promise<boolean> {
  const { operations: pending } = await shop.market.store.outbox.listPending(1);
  if (pending.length === 0) return false;
  await runAppMachine(shop);
  return true;
}

describe('no call of a route makes Rancher do what it would not do for the caller', () => {
  test('and every route that acts in a cluster is tried', () => {
    const ofContents = CONTENTS_SEGMENTS.flatMap((segment) =>
      Object.keys(operations[segment] ?? {}).map((key) => `${segment} ${key}`),
    );
    expect(CONTENT_CALLS.map(([route]) => route).sort()).toEqual([...ofContents, ...FURTHER].sort());
  });

  test('and every request of Paddock’s own account has its reason and its rule', () => {
    const unexplained = [...OWN_REQUESTS.values()].filter(({ reason, rule }) => reason.length < 20 || rule.length < 20);
    expect(unexplained).toEqual([]);
  });

  test.each(CALLERS)(
    'as $name',
    async (kind) => {
      const world = await shopOf(kind);
      const { shop, person } = world;
      const judge = requestJudge(shop);
      const exceeding: string[] = [];
      const failed: string[] = [];
      const add = async (route: string, phase: Phase) => {
        const { count, faults } = await judge.judge(kind, phase, shop.cluster.backendId);
        size.requests += count;
        size.exceeding += faults.length;
        exceeding.push(...new Set(faults.map((fault) => `${route} (${phase}): ${fault}`)));
        await judge.forget();
      };
      for (const [route, callOf] of CONTENT_CALLS) {
        const [segment = '', method = '', path = ''] = route.split(' ');
        const call = await callOf(world);
        await judge.forget();
        const { status, text } = await shop.send(method, call.path, call.body, person);
        size.calls += 1;
        // An import ends with the same pull of the cluster's contents as an operation.
        await add(route, route === IMPORT ? 'operation' : 'call');
        if (await runStarted(world)) await add(route, 'operation');
        const mayCall = isAllowed(kind, segment, `${method} ${path}`);
        const isExpected = mayCall ? status < 400 : status >= 400 || method === 'GET';
        if (!isExpected) failed.push(`${route} answered ${status}: ${text.slice(0, 200)}`);
      }
      expect(failed).toEqual([]);
      expect(exceeding).toEqual([]);
    },
    120_000,
  );
});
