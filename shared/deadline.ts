import { AsyncLocalStorage } from 'node:async_hooks';
import { AppError, OutOfTime, type SlowCall } from './errors.ts';

/**
 * A transaction takes milliseconds. With less than this time left none starts: even a slow one must end before the
 * answer is due.
 */
const LEAST_TO_COMMIT_MS = 2_000;
/** The time needed to answer. */
const LEAST_TO_ANSWER_MS = 500;
/** The time that a step reserves for its end; a quarter of a short step. */
const MOST_TO_END_MS = 5_000;
/** The time that stopped work has to clean up. */
const GRACE_MS = 2_000;

export type Deadline = {
  /** Aborted when the time is over, and when the work has ended: calls that still run are stopped. */
  readonly signal: AbortSignal;
  isOver(): boolean;
  /** The slowest call to a backend. */
  slowest(): SlowCall | undefined;
};

class Scope implements Deadline {
  readonly #stop = new AbortController();
  readonly #endsMs: number;
  readonly #outer: Scope | undefined;
  readonly #forCommitMs: () => number;
  readonly #timer: NodeJS.Timeout;
  #isClosed = false;
  #commits = 0;
  #slow: SlowCall | undefined;

  /** @param forCommitMs time for a commit that starts now; 0 if it is too late for one */
  constructor(ms: number, outer: Scope | undefined, forCommitMs: () => number) {
    const mostMs = Math.max(0, Math.min(ms, outer?.leftMs() ?? ms));
    this.#endsMs = performance.now() + mostMs;
    this.#outer = outer;
    this.#forCommitMs = forCommitMs;
    this.#timer = setTimeout(() => this.#stop.abort(), mostMs);
  }

  readonly leftMs = (): number => this.#endsMs - performance.now();
  readonly isOver = (): boolean => this.signal.aborted;
  readonly slowest = (): SlowCall | undefined => this.#slow;

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  get hasCommitted(): boolean {
    return this.#commits > 0;
  }

  note(call: SlowCall): void {
    if (call.ms > (this.#slow?.ms ?? 0)) this.#slow = call;
    this.#outer?.note(call);
  }

  /** @returns time for the commit */
  beginCommit(): number {
    const ownMs = this.#isClosed ? 0 : this.#forCommitMs();
    if (ownMs <= 0) throw this.outOfTime();
    const outerMs = this.#outer?.beginCommit() ?? ownMs;
    this.#commits += 1;
    return Math.min(ownMs, outerMs);
  }

  outOfTime(): OutOfTime {
    const slow = this.#slow;
    const why = slow ? `${slow.backend} took ${(slow.ms / 1000).toFixed(1)} s for ${slow.op}` : 'it took too long';
    return new OutOfTime(`Stopped, because ${why}.`, slow);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#stop.abort();
  }
}

const storage = new AsyncLocalStorage<Scope>();

/** The deadline of the present work; undefined if it has none. */
export const currentDeadline = (): Deadline | undefined => storage.getStore();

/** Records the time of a call to a backend, so that an error about the deadline can name the slowest. */
export const noteCall = (call: SlowCall): void => storage.getStore()?.note(call);

/**
 * Call it right before a commit: it throws OutOfTime if it is too late for one. The signal aborts a commit that does
 * not end.
 */
export function beginCommit(): AbortSignal | undefined {
  const ms = storage.getStore()?.beginCommit() ?? Number.POSITIVE_INFINITY;
  return Number.isFinite(ms) ? AbortSignal.timeout(Math.ceil(ms)) : undefined;
}

/** Runs the work until it ends, or until the check after `giveUpMs` throws. */
async function inScope<T>(scope: Scope, giveUpMs: number, work: () => Promise<T>, reason: () => Error | undefined) {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => {
      const error = reason();
      if (error) reject(error);
    },
    Math.max(0, giveUpMs),
  );
  try {
    return await storage.run(scope, () => Promise.race([work(), late]));
  } finally {
    clearTimeout(timer);
    scope.close();
  }
}

/**
 * A request that somebody waits for. After `backendsMs` calls to backends are aborted; no commit begins when little is left; and when
 * there is just time to answer, OutOfTime is thrown. `remainingMs` is asked each time.
 */
export function withRequestDeadline<T>(
  { backendsMs, remainingMs }: { backendsMs: number; remainingMs(): number },
  work: () => Promise<T>,
): Promise<T> {
  const forCommitMs = () => (remainingMs() < LEAST_TO_COMMIT_MS ? 0 : remainingMs() - LEAST_TO_ANSWER_MS);
  const mostMs = remainingMs() - LEAST_TO_COMMIT_MS - GRACE_MS;
  const scope = new Scope(Math.min(backendsMs, mostMs), undefined, forCommitMs);
  return inScope(scope, remainingMs() - LEAST_TO_ANSWER_MS, work, () => scope.outOfTime());
}

/**
 * A part of the work with its own time limit, within that of the whole. At the limit its calls to backends are aborted,
 * and it commits nothing more. It has a moment to clean up, and OutOfTime is thrown. If it has committed by then, its
 * result is returned.
 */
export async function within<T>(timeoutMs: number, work: (deadline: Deadline) => Promise<T>): Promise<T> {
  const outer = storage.getStore();
  const scope: Scope = new Scope(timeoutMs, outer, () => (scope.isOver() ? 0 : Number.POSITIVE_INFINITY));
  const giveUpMs = scope.leftMs() + GRACE_MS;
  const isGivenUp = () => scope.isOver() && !scope.hasCommitted;
  const finished = async () => {
    const result = await work(scope).catch((error: unknown) => {
      const isOfBackend = error instanceof AppError && error.status >= 500;
      throw isGivenUp() && !isOfBackend ? scope.outOfTime() : error;
    });
    if (isGivenUp()) throw scope.outOfTime();
    return result;
  };
  return inScope(scope, giveUpMs, finished, () => (scope.hasCommitted ? undefined : scope.outOfTime()));
}

/**
 * A step of a state machine. Lambda stops its function at the time limit, so the step ends earlier, with an error that
 * names the slow call and that the machine retries. It then has time to clean up and to release what it holds.
 */
export const withStepDeadline = <T>(remainingMs: number, work: () => Promise<T>): Promise<T> =>
  within(remainingMs - Math.min(MOST_TO_END_MS, remainingMs / 4), work);

/** For shared work that others also wait for: it is not stopped with the work that started it. */
export const apart = <T>(work: () => Promise<T>): Promise<T> => storage.exit(work);

/** For cleaning up: it has its own short time limit after the deadline. */
export function despiteDeadline<T>(undo: () => Promise<T>): Promise<T> {
  const scope: Scope = new Scope(GRACE_MS, undefined, () => (scope.isOver() ? 0 : Number.POSITIVE_INFINITY));
  return inScope(scope, GRACE_MS, undo, () => scope.outOfTime());
}
