import type { Uuid } from '#shared/domain/_core/identifier';
import { isOfProject, type Operation } from '#shared/domain/_core/operation';
import type { Redispatched, StreamRange } from '#shared/domain/marketplace/redispatch';
import type { OutboxStream } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { type DispatchOneDeps, dispatchOperation } from './dispatch-operation.ts';

type Deps = DispatchOneDeps & { store: Store; stream: OutboxStream };
type Asked = { range: StreamRange; arrivedUntil: string; dryRun: boolean };

/**
 * Maximum difference between the clock of the API and the clock of the stream. The API sets the time of a row in the
 * outbox. The stream sets the time of its record about this row.
 */
const CLOCKS_DIFFER_MS = 60_000;
/**
 * One call reads at most this many readable rows, and at most this many unreadable rows. The next call reads the
 * remaining rows.
 */
const MAX_OLD_ROWS = 1000;

/**
 * Lists the rows of the outbox that are old enough to belong to the requested range. This is needed when the stream no
 * longer has the records of this range.
 */
async function rowsFrom({ store }: Deps, arrivedUntil: string): Promise<Uuid[]> {
  const until = new Date(Date.parse(arrivedUntil) + CLOCKS_DIFFER_MS).toISOString();
  const { operations, unreadable } = await store.outbox.listPending(MAX_OLD_ROWS);
  const readable = operations.filter(({ created }) => created <= until);
  return [...readable, ...unreadable.filter(({ since }) => since <= until)].map(({ uuid }) => uuid);
}

/** The uuid of the operation's order. Undefined if the cluster or the project already has a later operation. */
async function orderUuidOf({ store }: Deps, operation: Operation): Promise<Uuid | undefined> {
  if (isOfProject(operation)) {
    const part = (await store.resources.find(operation.resourceUuid))?.rancherProject;
    return part?.operationUuid === operation.uuid ? part.lastOrderUuid : undefined;
  }
  const cluster = await store.clusters.find(operation.clusterUuid);
  return cluster?.operationUuid === operation.uuid ? cluster.orderUuid : undefined;
}

async function orderOf(deps: Deps, operation: Operation): Promise<Redispatched['order']> {
  const orderUuid = await orderUuidOf(deps, operation);
  const order = orderUuid === undefined ? undefined : await deps.store.orders.find(orderUuid);
  if (!order) return undefined;
  const { type, state, resourceName } = order;
  return { uuid: order.uuid, type, state, resourceName };
}

async function tried(deps: Deps, operation: Operation): Promise<Pick<Redispatched, 'outcome' | 'why'>> {
  try {
    await dispatchOperation(deps, operation);
    return { outcome: 'started' };
  } catch (error) {
    return { outcome: 'failed', why: error instanceof Error ? error.message : String(error) };
  }
}

async function redispatchOne(deps: Deps, operationUuid: Uuid, dryRun: boolean): Promise<Redispatched> {
  const found = await deps.store.outbox.find(operationUuid);
  if (found === undefined) return { operationUuid, outcome: 'gone' };
  if (found === 'unreadable') return { operationUuid, outcome: 'unreadable' };
  const order = await orderOf(deps, found);
  const about = { operationUuid, acceptedAt: found.created, ...(order && { order }) };
  return { ...about, ...(dryRun ? { outcome: 'waits' as const } : await tried(deps, found)) };
}

/**
 * Dispatches again all operations whose records are in a range of the stream. Operations that are no longer in the
 * outbox are skipped. Safe to repeat.
 */
export async function redispatch(deps: Deps, { range, arrivedUntil, dryRun }: Asked): Promise<Redispatched[]> {
  const operations = (await deps.stream.operationsIn(range)) ?? (await rowsFrom(deps, arrivedUntil));
  const done: Redispatched[] = [];
  for (const operationUuid of operations) done.push(await redispatchOne(deps, operationUuid, dryRun));
  return done;
}
