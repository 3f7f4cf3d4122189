import { AsyncLocalStorage } from 'node:async_hooks';
import { AppError, OutOfTime, type SlowCall } from './errors.ts';

/**
 * A transaction starts only if at least this much time is left, so that even a slow transaction ends before the answer
 * is due. A transaction usually takes milliseconds.
 */
const MIN_TO_COMMIT_MS = 2_000;
/** Time that is reserved for sending the answer. */
const MIN_TO_ANSWER_MS = 500;
/** The longest time that a step reserves for its clean-up. A step with little time reserves a quarter of its time. */
const MAX_TO_END_MS = 5_000;
/** Time limit for the clean-up after work is stopped at its deadline. */
const GRACE_MS = 2_000;

export type Deadline = {
  /** Aborts running calls when the time is over, and when the work has ended. */
  readonly signal: AbortSignal;
  isOver(): boolean;
  /** Milliseconds until the deadline. Negative after the deadline. */
  leftMs(): number;
  /** The slowest call to a backend so far, if there was one. */
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

  /** @param forCommitMs returns how long a commit that starts now may take; 0 when it is too late for a commit */
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

  /** @returns milliseconds that the commit may take */
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

/** The deadline of the work that runs now. Undefined if that work has no deadline. */
export const currentDeadline = (): Deadline | undefined => storage.getStore();

/** Records how long a call to a backend took. An error about the deadline names the slowest call. */
export const noteCall = (call: SlowCall): void => storage.getStore()?.note(call);

/**
 * Must be called right before a commit. Throws OutOfTime when too little time is left. The returned signal aborts a
 * commit that takes too long.
 */
export function beginCommit(): AbortSignal | undefined {
  const ms = storage.getStore()?.beginCommit() ?? Number.POSITIVE_INFINITY;
  return Number.isFinite(ms) ? AbortSignal.timeout(Math.ceil(ms)) : undefined;
}

/**
 * Runs the work until it ends. If the work still runs after `giveUpMs`, throws the error that `reason` returns. If
 * `reason` returns undefined, continues to wait.
 */
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
 * Runs a request with a deadline, because its caller waits for an answer. After `backendsMs`, calls to backends are
 * aborted. When little time is left, no commit begins. OutOfTime is thrown early enough for an answer. `remainingMs`
 * returns the remaining time and is called at each check.
 */
export function withRequestDeadline<T>(
  { backendsMs, remainingMs }: { backendsMs: number; remainingMs(): number },
  work: () => Promise<T>,
): Promise<T> {
  const forCommitMs = () => (remainingMs() < MIN_TO_COMMIT_MS ? 0 : remainingMs() - MIN_TO_ANSWER_MS);
  const mostMs = remainingMs() - MIN_TO_COMMIT_MS - GRACE_MS;
  const scope = new Scope(Math.min(backendsMs, mostMs), undefined, forCommitMs);
  return inScope(scope, remainingMs() - MIN_TO_ANSWER_MS, work, () => scope.outOfTime());
}

/**
 * Runs a part of the work with a time limit of its own. The limit of the whole work still applies. At the limit, calls
 * to backends are aborted, and no commit begins. A moment later, after clean-up, OutOfTime is thrown. If the part has
 * committed, its result is returned instead.
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
 * Runs a step of a state machine, with a deadline before the time at which Lambda stops the function. A step that
 * reaches the deadline fails with an error that names the slowest call. The state machine retries the step. The time
 * after the deadline is reserved for clean-up, such as giving back the provider's slot.
 */
export const withStepDeadline = <T>(remainingMs: number, work: () => Promise<T>): Promise<T> =>
  within(remainingMs - Math.min(MAX_TO_END_MS, remainingMs / 4), work);

/**
 * Runs work for which several requests wait. The work has no deadline, because it must not stop at the deadline of the
 * request that started it.
 */
export const apart = <T>(work: () => Promise<T>): Promise<T> => storage.exit(work);

/** Runs a clean-up even after the deadline, with a short time limit of its own. */
export function despiteDeadline<T>(undo: () => Promise<T>): Promise<T> {
  const scope: Scope = new Scope(GRACE_MS, undefined, () => (scope.isOver() ? 0 : Number.POSITIVE_INFINITY));
  return inScope(scope, GRACE_MS, undo, () => scope.outOfTime());
}
