import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Answered, Asked } from '../_worlds/api-under-test.ts';
import { type Cloud, type Market, type Stocked, stockedMarketPerTest } from '../_worlds/market.ts';

let cloud: Cloud;
let market: Market;
let stocked: Stocked;
stockedMarketPerTest((opened) => {
  ({ cloud, market, stocked } = opened);
});

const place = (asked: Asked = {}) =>
  market.ask('POST', 'marketplace-orders/', { ...market.people.owner, body: stocked.order(), ...asked });
const keyed = (asked: Asked = {}) => place({ headers: { 'Idempotency-Key': 'k-1' }, ...asked });
const uuidOf = ({ body }: Answered) => z.object({ uuid: z.string() }).parse(body).uuid;
const replayed = ({ headers }: Answered) => headers['idempotent-replayed'];
async function orders(): Promise<number> {
  const { total } = await market.store.orders.list({ visibility: 'all' }, { page: 1, pageSize: 1 });
  return total;
}

/** Simulates Lambda's remaining time: the full time until the first database call, then almost none. */
function remaining(): () => number {
  let isLate = false;
  market.client.middlewareStack.add(
    (next) => async (args) => {
      isLate = true;
      return next(args);
    },
    { step: 'initialize', name: 'notice', override: true },
  );
  return () => (isLate ? 1_500 : 15_000);
}

/** Lets every transaction succeed, but replaces its answer with a timeout. */
function loseAnswers(): () => void {
  const name = 'loseAnswers';
  market.client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const answer = await next(args);
        if (commandName === 'TransactWriteItemsCommand')
          throw Object.assign(new Error('lost'), { name: 'TimeoutError' });
        return answer;
      },
    { step: 'initialize', name, override: true },
  );
  return () => void market.client.middlewareStack.remove(name);
}

test('an order is given up in time when its cloud does not answer, says which backend was slow, and leaves nothing', async () => {
  await cloud.simulator.plan({ kind: 'hang', path: '/flavors/detail' });
  const began = performance.now();
  const late = await keyed({ remainingMs: () => 4_500 - (performance.now() - began) });
  await cloud.simulator.clearFaults();
  expect(late).toMatchObject({ status: 503, body: { detail: 'Nova did not answer in time, try again later.' } });
  expect(late.headers['retry-after']).toBe('5');
  expect(performance.now() - began).toBeLessThan(4_500);
  expect(await orders()).toBe(0);
  const again = await keyed();
  expect([again.status, replayed(again), await orders()]).toEqual([201, undefined, 1]);
});

test('an order for which there is too little time left, when it is to be written, is not', async () => {
  const late = await keyed({ remainingMs: remaining() });
  expect([late.status, late.headers['retry-after'], await orders()]).toEqual([503, '5', 0]);
  const { operations } = await market.store.outbox.listPending(10);
  expect(operations).toEqual([]);
  const again = await keyed();
  expect([again.status, replayed(again), await orders()]).toEqual([201, undefined, 1]);
});

test('an order that was written, and the database was not heard to say so, is found with its key', async () => {
  const stop = loseAnswers();
  const first = await keyed();
  stop();
  expect(first.status).toBe(201);
  const again = await keyed();
  expect([again.status, replayed(again), uuidOf(again), await orders()]).toEqual([201, 'true', uuidOf(first), 1]);
});

test('an order that was given up because the database hung is one order with its key', async () => {
  let free = (): void => undefined;
  const freed = new Promise<void>((resolve) => {
    free = resolve;
  });
  market.client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const answer = await next(args);
        if (commandName === 'TransactWriteItemsCommand') await freed;
        return answer;
      },
    { step: 'initialize', name: 'hang', override: true },
  );
  const began = performance.now();
  const late = await keyed({ remainingMs: () => 4_500 - (performance.now() - began) });
  market.client.middlewareStack.remove('hang');
  free();
  expect([late.status, late.headers['retry-after']]).toEqual([503, '5']);
  const again = await keyed();
  expect([again.status, replayed(again), await orders()]).toEqual([201, 'true', 1]);
});

test('an order of a cluster is answered with what was written, even when nothing can be read any more', async () => {
  let isWritten = false;
  market.client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        if (isWritten) throw Object.assign(new Error('away'), { name: 'TimeoutError' });
        const answer = await next(args);
        isWritten = commandName === 'TransactWriteItemsCommand';
        return answer;
      },
    { step: 'initialize', name: 'goAway', override: true },
  );
  const { attributes, ...rest } = stocked.order();
  const asked = { ...market.people.owner, body: { ...rest, ...attributes } };
  const { status, body } = await market.ask('POST', 'rancher-clusters/', asked);
  market.client.middlewareStack.remove('goAway');
  expect([status, isWritten]).toEqual([201, true]);
  expect(body).toMatchObject({ name: 'my-cluster', state: 'CREATION_SCHEDULED' });
});
