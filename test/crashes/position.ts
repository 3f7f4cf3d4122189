import type { Invocation } from '#test/probe/invocation';

export type Phase = 'creation' | 'deletion';
/** The `nth` time that something of ours was called while a cluster was made or deleted. */
export type Position = {
  phase: Phase;
  /** A step's name, `POST marketplace-orders`, or a function that is neither: `dispatcher`. */
  what: string;
  nth: number;
  /** Calls of AWS that change something, counted where nothing goes wrong. */
  writes: number;
};

const UUID = /[0-9a-f]{32}/g;

export const whatOf = ({ step, route, function: name }: Invocation): string =>
  step ?? route?.replace('/api/', '').replace(/\/$/, '').replaceAll(UUID, '*') ?? name;

/** Whether it is for what was asked under this correlation id, which goes with an operation through everything. */
export const isFor = ({ correlationId, correlationIds = [] }: Invocation, id: string): boolean =>
  correlationId === id || correlationIds.includes(id);

export const nameOfPosition = ({ phase, what, nth }: Position): string => `${phase} ${what} #${nth}`;

/** Each node has a call of its own; whatever else is called again looks whether something is there by now. */
const MAX_PER_NODE = 3;
const MAX_LOOKS = 2;

/** What was called under the correlation id, in the order in which it began. */
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
