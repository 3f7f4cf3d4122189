import { PaddockError, PaddockUnreachable } from '@paddock/client';
import { CommandError, EXIT } from '../command-error.ts';
import type { Io } from '../io/io.ts';

const POLL_MS = 2000;
/** A deployment or a busy backend may refuse some calls. Nobody gives up a cluster for that. */
const MAX_FAILED_POLLS = 30;

export type Poll<T> = {
  /** Looks once. Returns nothing if it has to be looked again. */
  look: () => Promise<{ found: T } | undefined>;
  /** The time between two looks. Default: two seconds. */
  pauseMs?: () => number;
  /** When it is too late, and the error then. */
  deadline?: { at: number; error: () => CommandError };
  /** What is printed after Ctrl-C. */
  interruptedText?: string;
};

/**
 * Looks until something is found, and returns it. Failed looks in between are tolerated, if the failure may pass. The
 * API may ask for a longer pause after one.
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
