import type { SimClock } from '../../_kit/sim-clock.ts';

/**
 * Thrown by work that cannot go on yet, because something in the cloud is still missing or not yet gone. The work is
 * repeated, and no problem is reported.
 */
export class NotYet extends Error {}

/** The outcome of work: its result, or the message of its last problem. */
export type Outcome<T> = { result?: T; problem?: string };
type Kept = Outcome<unknown> & { isResting: boolean };
/** The object that the work is for, and what is done with it. */
type Key = { of: string; verb: string };

/**
 * Runs work in clouds. For each object, only one attempt runs at a time. As in real controllers, a failed attempt is
 * repeated later from its beginning. So each attempt first searches for what an earlier attempt has made.
 */
export function cloudWork(clock: SimClock, pauses: { waiting(): number; failed(): number }) {
  let kept = new Map<string, Kept>();
  /** The objects that are worked on at this moment. Making and removing an object never run at the same time. */
  const busy = new Set<string>();

  function rest(state: Kept, ms: number, again: () => void): void {
    state.isResting = true;
    clock.after(ms, () => {
      state.isResting = false;
      again();
    });
  }

  async function run(of: string, state: Kept, work: () => Promise<unknown>, again: () => void): Promise<void> {
    busy.add(of);
    try {
      state.result = await work();
      delete state.problem;
      again();
    } catch (error) {
      if (error instanceof NotYet) delete state.problem;
      else state.problem = error instanceof Error ? error.message : String(error);
      rest(state, error instanceof NotYet ? pauses.waiting() : pauses.failed(), again);
      if (state.problem !== undefined) again();
    } finally {
      busy.delete(of);
    }
  }

  return {
    /**
     * Begins the work, or repeats it after a failure or `NotYet`. Starts no attempt if the work has succeeded, while
     * the object is worked on, or in the pause after an attempt. `again` is called after a success or a failure, and at
     * the end of each pause.
     */
    attempt<T>(
      { of, verb }: Key,
      work: () => Promise<T>,
      parse: (result: unknown) => T,
      again: () => void,
    ): Outcome<T> {
      const state = kept.get(`${of} ${verb}`) ?? { isResting: false };
      kept.set(`${of} ${verb}`, state);
      if (state.result === undefined && !busy.has(of) && !state.isResting) void run(of, state, work, again);
      return {
        ...(state.result !== undefined && { result: parse(state.result) }),
        ...(state.problem !== undefined && { problem: state.problem }),
      };
    },
    pending: (): number => busy.size,
    /** All current problems, as a manager logs them. */
    problems: (): string[] => [...kept.values()].flatMap(({ problem }) => problem ?? []),
    forget(): void {
      kept = new Map();
    },
  };
}
export type CloudWork = ReturnType<typeof cloudWork>;
