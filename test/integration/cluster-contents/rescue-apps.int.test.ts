import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { rescue } from '#functions/syncs/rescue-orders/rescue';
import { answersSecretName } from '#shared/app/cluster-contents/apps/app-deps';
import { beginApp } from '#shared/app/cluster-contents/steps/begin-app';
import { type ClusterOperation, isAppMachine } from '#shared/domain/_core/operation';
import type { ExecutionState } from '#shared/domain/clusters/ended-execution';
import { ofCluster } from '#test/operations';
import { type Charts, openShopWithCharts, runAppMachine, stepDepsOf } from './app-shop.ts';
import { type ShopWithSite, shopPerTest } from './shop-cluster.ts';

const openShop = shopPerTest();
let shop: ShopWithSite & Charts;
beforeEach(async () => {
  shop = await openShopWithCharts(await openShop());
});

const FIVE_MINUTES = 300;
const STOPPED = { kind: 'stopped' } as const;
const answers = { hostname: 'shop.example.org', replicas: 2 };
const shown = async (path: string) => (await shop.send('GET', path)).body;
const lastErrorOf = (machine: string) => ({
  ...{ code: 'INTERNAL', owner: 'operator', step: machine },
  message: 'The work on this application was stopped by an operator.',
});

async function requested(): Promise<string> {
  const { body } = await shop.send('POST', 'rancher-apps/', await shop.order({ answers }));
  return `rancher-apps/${z.object({ uuid: z.string() }).parse(body).uuid}/`;
}
async function installed(): Promise<string> {
  const path = await requested();
  await runAppMachine(shop);
  return path;
}

/** Removes the operation's outbox row, as the dispatcher does when the state machine has started. */
async function dispatched(): Promise<ClusterOperation> {
  const { outbox } = shop.market.store;
  const [operation = expect.fail('no operation waits')] = (await outbox.listPending(10)).operations.map(ofCluster);
  await outbox.remove(operation);
  return operation;
}
const begin = ({ uuid: operationUuid, clusterUuid, appUuid }: ClusterOperation) =>
  beginApp.call(stepDepsOf(shop), { operationUuid, clusterUuid, appUuid });

/** One run of the job, while the executions of applications have this state. */
function rescued(state: ExecutionState, looked: object[] = []): Promise<number> {
  const { store, clock, secrets, stage, log } = shop.market;
  const stateOf = async (operation: { uuid: string; machine: string }) => {
    if (!isAppMachine(operation.machine)) return { kind: 'running' as const };
    looked.push(operation);
    return state;
  };
  return rescue({
    store,
    clock,
    secrets,
    stage,
    log,
    executions: { stateOf, listRunning: async () => new Set() },
    metrics: { add: () => {} },
  });
}

test('an installation whose state machine was stopped is erred, and the application can be deleted', async () => {
  const path = await requested();
  const { secrets, stage, clock } = shop.market;
  const operation = await dispatched();
  await begin(operation);
  const secret = answersSecretName(stage, operation.uuid);
  await secrets.put(secret, '{}');
  clock.advance(FIVE_MINUTES - 1);
  expect(await rescued(STOPPED)).toBe(0);
  clock.advance(1);
  const looked: object[] = [];
  expect(await rescued(STOPPED, looked)).toBe(1);
  expect(looked).toEqual([{ uuid: operation.uuid, machine: 'create-app' }]);
  expect(await shown(path)).toMatchObject({ state: 'ERRED', last_error: lastErrorOf('create-app') });
  expect(await secrets.find(secret)).toBeUndefined();
  expect(await rescued(STOPPED)).toBe(0);

  expect((await shop.send('DELETE', path)).status).toBe(202);
  await runAppMachine(shop);
  expect((await shop.send('GET', path)).status).toBe(404);
});

test('an upgrade and a deletion whose state machines never began are erred, and succeed when they are requested again', async () => {
  const path = await installed();
  for (const [method, url, machine] of [
    ['POST', `${path}upgrade/`, 'update-app'],
    ['DELETE', path, 'delete-app'],
  ] as const) {
    const body = method === 'POST' ? { version: '1.1.0' } : undefined;
    expect((await shop.send(method, url, body)).status).toBe(202);
    await dispatched();
    expect((await shop.send(method, url, body)).status).toBe(409);
    shop.market.clock.advance(FIVE_MINUTES);
    expect(await rescued(STOPPED)).toBe(1);
    expect(await shown(path)).toMatchObject({ state: 'ERRED', last_error: lastErrorOf(machine) });
    expect((await shop.send(method, url, body)).status).toBe(202);
    await runAppMachine(shop);
  }
  expect((await shop.send('GET', path)).status).toBe(404);
});

test('an operation that runs, or that still waits for its state machine, is left alone, however long it takes', async () => {
  const path = await requested();
  shop.market.clock.advance(100 * FIVE_MINUTES);
  expect(await rescued({ kind: 'unknown' })).toBe(0);
  await begin(await dispatched());
  shop.market.clock.advance(100 * FIVE_MINUTES);
  expect(await rescued({ kind: 'running' })).toBe(0);
  expect(await shown(path)).toMatchObject({ state: 'CREATING' });
});

test('an application whose operation has succeeded stays OK', async () => {
  const path = await installed();
  shop.market.clock.advance(FIVE_MINUTES);
  const looked: object[] = [];
  expect(await rescued({ kind: 'succeeded' }, looked)).toBe(0);
  expect(looked).toEqual([]);
  expect(await shown(path)).toMatchObject({ state: 'OK' });
});
