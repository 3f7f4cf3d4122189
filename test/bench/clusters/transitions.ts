import type { HistoryEvent } from '@aws-sdk/client-sfn';
import type { History } from './histories.ts';

export type Transitions = {
  /**
   * All transitions except those in `looks`, as AWS bills them. Each entered state, each retry, and each state in a
   * Map's iteration counts.
   */
  planned: number;
  /** Transitions of repeated status checks: fallback checks, wake-ups, and checks of a deletion. */
  looks: number;
};

/**
 * Events that AWS writes: iteration started, state entered, task scheduled, started and succeeded, state exited,
 * iteration succeeded.
 */
const EVENTS_PER_ITERATION = 7;

const entered = ({ stateEnteredEventDetails }: HistoryEvent): string[] =>
  stateEnteredEventDetails?.name === undefined ? [] : [stateEnteredEventDetails.name];
const ofType = ({ events }: History, type: string): number => events.filter((event) => event.type === type).length;

function entriesOf({ events }: History): Map<string, number> {
  const entries = new Map<string, number>();
  for (const name of events.flatMap(entered)) entries.set(name, (entries.get(name) ?? 0) + 1);
  return entries;
}

/**
 * Counts the transitions of repeated checks. The names of states show which states belong to a check. A wait for a
 * callback has the states `X` and `XReady`. A loop has `X`, `XDone` and `XPause` (statemachines/_blocks).
 */
function transitionsOfLooks(entries: ReadonlyMap<string, number>): number {
  let looks = 0;
  for (const [name, times] of entries) {
    const ready = entries.get(`${name}Ready`);
    if (ready !== undefined) looks += times - 1 + (ready - 1);
    if (name.endsWith('Pause')) looks += 3 * times;
  }
  return looks;
}

const retriesOf = (history: History): number => ofType(history, 'TaskScheduled') - ofType(history, 'TaskStateEntered');

/** @param iterations the number of step invocations inside Maps. The emulator's histories do not contain them. */
export function transitionsOf(histories: readonly History[], iterations: number): Transitions {
  const counts = histories.map((history) => {
    const entries = entriesOf(history);
    const all = [...entries.values()].reduce((sum, times) => sum + times, 0);
    return { all: all + retriesOf(history), looks: transitionsOfLooks(entries) };
  });
  const looks = counts.reduce((sum, count) => sum + count.looks, 0);
  return { planned: counts.reduce((sum, { all }) => sum + all, 0) - looks + iterations, looks };
}

/**
 * The number of events that AWS would write. The emulator omits the start of each task, and the submission of each
 * callback or child execution. It also omits two events of each Map, and all events of the Map's iterations.
 */
export function eventsOnAws(history: History, iterations: number): number {
  const tasks = ofType(history, 'TaskScheduled');
  const waits = [...entriesOf(history)].filter(([name]) =>
    /^(Watch|Create|Delete)(First|Rest)?(Nodes|Cluster)$/.test(name),
  );
  const submitted = waits.reduce((sum, [, times]) => sum + times, 0);
  const maps = ofType(history, 'MapStateEntered');
  return history.events.length + tasks + submitted + 2 * maps + (maps > 0 ? iterations * EVENTS_PER_ITERATION : 0);
}

/** The size in bytes of the largest input or output of a state. */
export function largestPayload(histories: readonly History[]): number {
  const texts = histories.flatMap(({ events }) =>
    events.flatMap((event) => [event.stateEnteredEventDetails?.input, event.stateExitedEventDetails?.output]),
  );
  return Math.max(0, ...texts.map((text) => Buffer.byteLength(text ?? '')));
}
