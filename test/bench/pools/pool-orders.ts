import { randomUUID } from 'node:crypto';
import { personAt } from '#test/e2e/_worlds/customer';
import { type PooledMarket, pooledOrder } from '#test/e2e/_worlds/pooled-orders';
import type { Bench } from '../clusters/run-cluster.ts';
import { untilQuiet } from '../orders/until-quiet.ts';

export type PoolBench = Bench & { market: PooledMarket };
/** How long a cluster took from its order, and whether the order was done. */
export type OrderedAtOnce = { tookMs: number; isDone: boolean };

const SMALLEST = 3;
const PATIENCE = { timeoutMs: 15 * 60_000, intervalMs: 1000 };

/** One server, and workers. */
export const orderOfMachines = ({ market, endpoints }: PoolBench, name: string, machines: number) =>
  pooledOrder(market, endpoints, name, [
    { name: 'servers', roles: ['etcd', 'controlplane'], quantity: 1 },
    { name: 'workers', roles: ['worker'], quantity: machines - 1 },
  ]);

/** So many clusters, ordered at the same moment; they are deleted before this resolves. */
export async function orderAtOnce(bench: PoolBench, count: number): Promise<OrderedAtOnce[]> {
  const owner = personAt(bench.endpoints, 'owner', PATIENCE);
  const began = performance.now();
  const one = async (_: unknown, at: number) => {
    const body = orderOfMachines(bench, `at-once-${count}-${at}`, SMALLEST);
    const placed = await owner.place(body, { 'idempotency-key': randomUUID() });
    const { state } = await owner.ended(placed.uuid);
    const isDone = state === 'done';
    return { tookMs: performance.now() - began, isDone, resource: placed.marketplace_resource_uuid };
  };
  const ended = await Promise.all(Array.from({ length: count }, one));
  await Promise.all(ended.map(({ resource }) => owner.terminate(resource, { 'idempotency-key': randomUUID() })));
  await untilQuiet(bench.control);
  return ended.map(({ tookMs, isDone }) => ({ tookMs, isDone }));
}
