import { AsyncLocalStorage } from 'node:async_hooks';
import { AppError, OutOfTime, type SlowCall } from './errors.ts';

/** A transaction takes milliseconds. With less than this left none begins: one that is slow must end before the answer is due. */
const LEAST_TO_COMMIT_MS = 2_000;
/** What it takes to answer. */
const LEAST_TO_ANSWER_MS = 500;
/** What a step keeps of its life to end in; of a short one a quarter. */
const MOST_TO_END_MS = 5_000;
/** For work that is given up, to undo what it must not leave. */
const GRACE_MS = 2_000;

export type Deadline = {
  /** Aborted when time is up, and when the work is over: what it has left running is stopped. */
  readonly signal: AbortSignal;
  isOver(): boolean;
  /** The call to a backend that took longest. */
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

  /** @param forCommitMs what a commit that begins now may take; 0 when it is too late for one */
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

  /** @returns what it may take */
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
    return new OutOfTime(`Given up, since ${why}.`, slow);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#stop.abort();
  }
}

const storage = new AsyncLocalStorage<Scope>();

/** Of whatever is under way; undefined where nothing bounds it. */
export const currentDeadline = (): Deadline | undefined => storage.getStore();

/** Keeps what a call to a backend took: an answer that time was up can say what it went into. */
export const noteCall = (call: SlowCall): void => storage.getStore()?.note(call);

/** To be asked right before a commit: throws OutOfTime when it is too late for one. The signal aborts one that comes to no end. */
export function beginCommit(): AbortSignal | undefined {
  const ms = storage.getStore()?.beginCommit() ?? Number.POSITIVE_INFINITY;
  return Number.isFinite(ms) ? AbortSignal.timeout(Math.ceil(ms)) : undefined;
}

/** Runs the work until it ends, or until what `giveUpMs` after now finds to throw. */
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
 * A part of the work, which may take so long, and no longer than the whole. Then its calls to backends are aborted and it commits
 * nothing more; it has a moment to undo what it must not leave, and OutOfTime is thrown. What has committed by then is done, and its
 * answer stands.
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
 * A step of a state machine, whose function is ended when its time is over: it ends before, by an error that names what was slow and that the
 * machine retries, with time left to undo what it must not leave and to free what it holds.
 */
export const withStepDeadline = <T>(remainingMs: number, work: () => Promise<T>): Promise<T> =>
  within(remainingMs - Math.min(MOST_TO_END_MS, remainingMs / 4), work);

/** For what others wait for, too: it is not stopped with the work that happened to begin it. */
export const apart = <T>(work: () => Promise<T>): Promise<T> => storage.exit(work);

/** For undoing what must not be left: it has a moment of its own, although time is up. */
export function despiteDeadline<T>(undo: () => Promise<T>): Promise<T> {
  const scope: Scope = new Scope(GRACE_MS, undefined, () => (scope.isOver() ? 0 : Number.POSITIVE_INFINITY));
  return inScope(scope, GRACE_MS, undo, () => scope.outOfTime());
}
