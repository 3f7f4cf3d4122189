import { randomUUID } from 'node:crypto';
import { personAt } from '#test/e2e/_worlds/customer';
import { untilQuiet } from '../orders/until-quiet.ts';
import type { Bench } from './run-cluster.ts';

/** The time from the start of all orders to the end of this order, and whether the order succeeded. */
export type OrderedAtOnce = { tookMs: number; isDone: boolean };

const PATIENCE = { timeoutMs: 15 * 60_000, intervalMs: 1000 };

/**
 * Orders `count` clusters at the same moment, and deletes all of them before the promise resolves.
 * @param bodyOf the body of an order, by the name of its cluster
 * @param onOrdered called when all orders have ended, before the first deletion
 */
export async function orderAtOnce(
  bench: Bench,
  count: number,
  bodyOf: (name: string) => object,
  onOrdered: () => Promise<void> = async () => {},
): Promise<OrderedAtOnce[]> {
  const owner = personAt(bench.endpoints, 'owner', PATIENCE);
  const began = performance.now();
  const one = async (_: unknown, at: number) => {
    const placed = await owner.place(bodyOf(`at-once-${count}-${at}`), { 'idempotency-key': randomUUID() });
    const { state } = await owner.ended(placed.uuid);
    const isDone = state === 'done';
    return { tookMs: performance.now() - began, isDone, resource: placed.marketplace_resource_uuid };
  };
  const ended = await Promise.all(Array.from({ length: count }, one));
  await onOrdered();
  await Promise.all(ended.map(({ resource }) => owner.terminate(resource, { 'idempotency-key': randomUUID() })));
  await untilQuiet(bench.control);
  return ended.map(({ tookMs, isDone }) => ({ tookMs, isDone }));
}
