import { readDeadLetter } from './dead-letter.ts';
import type { DeadLetterQueue, HeldMessage } from './dead-letter-queue.ts';
import type { Outcome, PutBackOptions } from './put-back.ts';
import { putBackBy } from './put-back.ts';

export type Redriven = { found: number; done: number };

/**
 * Carries out what each message of the queue stands for, then removes it: one that is interrupted in between is found again,
 * and doing it twice changes nothing. With `dryRun` nothing is done and nothing removed.
 * @param say called with a sentence for each message
 */
export async function redriveLetters(
  queue: DeadLetterQueue,
  options: PutBackOptions,
  say: (line: string) => void,
): Promise<Redriven> {
  const putBack = putBackBy(options);
  const messages = await queue.holdAll();
  let done = 0;
  for (const message of messages) {
    const outcome = await putBack(readDeadLetter(message.body, message.attributes));
    const isRemoved = outcome.isDone && !options.dryRun;
    if (isRemoved) {
      await queue.remove(message);
      done += 1;
    }
    say(lineOf(message, outcome, isRemoved));
  }
  return { found: messages.length, done };
}

function lineOf({ id, since }: HeldMessage, { about, did }: Outcome, isRemoved: boolean): string {
  const when = Number.isNaN(since.getTime()) ? '' : `since ${since.toISOString()}, `;
  return `${about}\n  ${when}message ${id}\n  -> ${did}; ${isRemoved ? 'removed' : 'stays in the queue'}.`;
}
