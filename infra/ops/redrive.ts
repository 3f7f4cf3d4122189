import { parseArgs } from 'node:util';
import { OperatorError } from '../local/operator-error.ts';
import { runCommand } from '../local/run-command.ts';
import { awsClientConfig } from './aws-client-config.ts';
import { type DeadLetterQueue, openDeadLetterQueue } from './dead-letter-queue.ts';
import { redriveLetters } from './return-letters.ts';

const USAGE = 'Usage: npm run redrive -- --stage <stage> [--dry-run]';

let queue: DeadLetterQueue | undefined;
await runCommand({
  run: redrive,
  stop: async () => queue?.release(),
});

async function redrive(): Promise<void> {
  const { stage, 'dry-run': dryRun } = flags();
  if (!stage) throw new OperatorError(USAGE);
  const config = awsClientConfig();
  queue = await openDeadLetterQueue(stage, config);
  const { found, done } = await redriveLetters(queue, { stage, dryRun, config }, console.log);
  if (found === 0) console.log(`Nothing is in ${stage}-dead-letters.`);
  else if (dryRun) console.log(`${found} in ${stage}-dead-letters; nothing was changed.`);
  else console.log(`${done} of ${found} put back.`);
  if (!dryRun && done < found)
    throw new OperatorError(
      `${found - done} messages stay in the queue. Fix the cause that each line above names, then run this again.`,
    );
}

function flags() {
  try {
    const options = { stage: { type: 'string' }, 'dry-run': { type: 'boolean', default: false } } as const;
    return parseArgs({ options }).values;
  } catch (error) {
    throw new OperatorError(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}
