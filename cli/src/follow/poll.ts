import { PaddockError, PaddockUnreachable } from '@paddock/client';
import { CommandError, EXIT } from '../command-error.ts';
import type { Io } from '../io/io.ts';

const POLL_MS = 2000;
/**
 * Maximum number of failed calls in succession. During a deployment, or with a busy backend, some calls may fail, and
 * the command continues to wait.
 */
const MAX_FAILED_POLLS = 30;

export type Poll<T> = {
  /** Checks once. Returns undefined if the check must be repeated. */
  look: () => Promise<{ found: T } | undefined>;
  /** Milliseconds between two checks. Default: two seconds. */
  pauseMs?: () => number;
  /** The time at which waiting ends, and the error that is thrown then. */
  deadline?: { at: number; error: () => CommandError };
  /** The text that is printed after Ctrl-C. */
  interruptedText?: string;
};

/**
 * Repeats the check until it finds something, and returns the result. Temporary failures of a check are ignored. After
 * a failure, the API may require a longer pause.
 */
export async function poll<T>(
  io: Io,
  { look, pauseMs = () => POLL_MS, deadline, interruptedText }: Poll<T>,
): Promise<T> {
  let failed = 0;
  try {
    for (;;) {
      const answer = await look().catch((error: unknown) => {
        failed += 1;
        if (!mayPass(error) || failed > MAX_FAILED_POLLS) throw error;
        return { retryMs: retryMsOf(error) };
      });
      if (answer !== undefined && 'found' in answer) return answer.found;
      if (answer === undefined) failed = 0;
      const left = (deadline?.at ?? Number.POSITIVE_INFINITY) - io.now();
      if (deadline !== undefined && left <= 0) throw deadline.error();
      await io.sleep(Math.min(Math.max(pauseMs(), answer?.retryMs ?? 0), left));
    }
  } catch (error) {
    throw io.interrupted.aborted ? new CommandError('', EXIT.interrupted, interruptedText) : error;
  }
}

const mayPass = (error: unknown): boolean =>
  error instanceof PaddockUnreachable ||
  (error instanceof PaddockError && (error.status === 429 || error.status >= 500));

const retryMsOf = (error: unknown): number =>
  error instanceof PaddockError && error.retryAfter !== undefined ? error.retryAfter * 1000 : 0;
