import { CommandError, EXIT } from '../command-error.ts';
import type { Io } from '../io/io.ts';

/** Asks the user to type the name of the object before a deletion. `what` completes the sentence "This deletes …". */
export async function confirmDeletion(io: Io, name: string, what: string): Promise<void> {
  if (!io.canAsk)
    throw new CommandError(
      `Nothing was deleted. This would delete ${what}, and there is no terminal on which you can confirm it.`,
      EXIT.usage,
      'Add --yes.',
    );
  io.err(`This deletes ${what}.\n`);
  if ((await io.ask('Name of the cluster: ')).trim() !== name)
    throw new CommandError('The name does not match. Nothing was deleted.', EXIT.usage);
}
