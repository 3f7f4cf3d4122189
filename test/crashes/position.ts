import type { Invocation } from '#test/probe/invocation';

export type Phase = 'creation' | 'deletion';
/** The `nth` call of one of our functions during the creation or deletion of a cluster. */
export type Position = {
  phase: Phase;
  /** A step's name, a route such as `POST marketplace-orders`, or the name of another function, e.g. `dispatcher`. */
  what: string;
  nth: number;
  /** The number of AWS calls that write data, in a run without faults. */
  writes: number;
};

const UUID = /[0-9a-f]{32}/g;

export const whatOf = ({ step, route, function: name }: Invocation): string =>
  step ?? route?.replace('/api/', '').replace(/\/$/, '').replaceAll(UUID, '*') ?? name;

/**
 * Whether the invocation belongs to the request with this correlation id. All work of an operation has the operation's
 * correlation id.
 */
export const isFor = ({ correlationId, correlationIds = [] }: Invocation, id: string): boolean =>
  correlationId === id || correlationIds.includes(id);

export const nameOfPosition = ({ phase, what, nth }: Position): string => `${phase} ${what} #${nth}`;

/**
 * Maximum number of positions for one step: `MAX_PER_NODE` if each call is for one node, otherwise `MAX_LOOKS`. Later
 * calls are only polls.
 */
const MAX_PER_NODE = 3;
const MAX_LOOKS = 2;

export function positionsOf(
  phase: Phase,
  invocations: readonly (Invocation & { outcome: string; calls: readonly { operation: string }[] })[],
  id: string,
  isWrite: (operation: string) => boolean,
): Position[] {
  const ours = invocations.filter((one) => isFor(one, id) && one.outcome === 'ok');
  const counts = new Map<string, number>();
  return ours
    .sort((a, b) => a.startedMs - b.startedMs)
    .map((one) => {
      const what = whatOf(one);
      const nth = (counts.get(what) ?? 0) + 1;
      counts.set(what, nth);
      const writes = one.calls.filter(({ operation }) => isWrite(operation)).length;
      return { phase, what, nth, writes, most: one.nodeUuid === undefined ? MAX_LOOKS : MAX_PER_NODE };
    })
    .filter(({ nth, most }) => nth <= most)
    .map(({ most: _, ...position }) => position);
}
