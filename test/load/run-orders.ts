import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { OperatorError } from '#infra/local/operator-error';
import { until } from '#infra/local/until';
import type { Testbed } from '#test/faults/testbed';

export type LoadOrder = {
  provider: number;
  name: string;
  nodes: number;
  placed: Awaited<ReturnType<Testbed['owner']['place']>>;
};
export type Ended = LoadOrder & { state: string; message: string; seconds: number };

const MAX_ATTEMPTS = 5;

function sizeOf(nth: number): { servers: number; agents: number } {
  return nth % 5 === 4 ? { servers: 3, agents: 2 } : { servers: 1, agents: 1 + (nth % 2) };
}

/** Places all orders at the same moment, and distributes them evenly over the providers. */
export function placeOrders(beds: readonly Testbed[], count: number): Promise<LoadOrder[]> {
  const place = async (nth: number): Promise<LoadOrder> => {
    const provider = nth % beds.length;
    const bed = beds[provider];
    if (!bed) throw new Error('there is no provider');
    const { servers, agents } = sizeOf(Math.floor(nth / beds.length));
    const name = `load-${nth + 1}`;
    const order = bed.owner.clusterOrder(name, servers, agents);
    const body = { ...order, attributes: { ...order.attributes, install_longhorn: true } };
    const headers = { 'idempotency-key': randomUUID() };
    const placed = await patiently(() => bed.owner.place(body, headers));
    return { provider, name, nodes: servers + agents, placed };
  };
  return Promise.all(Array.from({ length: count }, (_, nth) => place(nth)));
}

/**
 * Repeats a call after a timeout or a 503. When twenty processes start at once on two cores, a call may exceed a time
 * limit.
 */
export async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask();
    } catch (error) {
      const mayPass =
        error instanceof Error && (error.name === 'TimeoutError' || error.message.includes('answered 503'));
      if (!mayPass || attempt === MAX_ATTEMPTS) throw error;
      console.log('a call was not answered in time: asked again');
    }
  }
}

const OVER = ['done', 'erred', 'canceled'];
const listed = z.array(z.object({ uuid: z.string(), state: z.string(), error_message: z.string() }));

type Watch = { owner: Testbed['owner']; timeoutMs: number; signal: AbortSignal; onEnded(one: Ended): void };

/**
 * Polls until each order has ended. One poll reads all orders with one call. An order that has not ended by the timeout
 * is returned as `executing`.
 */
export async function awaitOrders(
  orders: readonly { uuid: string; order: LoadOrder; beganMs: number }[],
  { owner, timeoutMs, signal, onEnded }: Watch,
): Promise<Ended[]> {
  const waiting = new Map(orders.map((one) => [one.uuid, one]));
  const ended: Ended[] = [];
  const look = async () => {
    const { body } = await patiently(() => owner.call('GET', 'marketplace-orders/?page_size=300'));
    const states = listed.parse(body);
    for (const { uuid, state, error_message: message } of states) {
      const one = waiting.get(uuid);
      if (!one || !OVER.includes(state)) continue;
      waiting.delete(uuid);
      const result = { ...one.order, state, message, seconds: (performance.now() - one.beganMs) / 1000 };
      ended.push(result);
      onEnded(result);
    }
    return waiting.size === 0 || undefined;
  };
  const tooLate = 'orders are not over';
  await until({ tooLate, timeoutMs, intervalMs: 500, signal }, look).catch((error: unknown) => {
    if (!(error instanceof OperatorError)) throw error;
  });
  const late = [...waiting.values()].map(({ order }) => ({
    ...order,
    state: 'executing',
    message: 'for ever',
    seconds: Infinity,
  }));
  return [...ended, ...late];
}
