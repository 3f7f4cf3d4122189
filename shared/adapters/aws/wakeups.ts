import {
  InvalidToken,
  SendTaskFailureCommand,
  SendTaskSuccessCommand,
  type SFNClient,
  TaskDoesNotExist,
  TaskTimedOut,
} from '@aws-sdk/client-sfn';
import type { Wakeups } from '../../ports/runtime.ts';
import { failingByName } from './aws-failure.ts';

/** Limits of Step Functions. It refuses longer texts, and the machine would go on waiting. */
const MAX_ERROR_LENGTH = 256;
const MAX_CAUSE_LENGTH = 32_768;

/** An ended wait is TaskTimedOut on AWS and TaskDoesNotExist on the emulator (docs/spec/design.md#waiting-is-woken). */
const isStale = (error: unknown): boolean =>
  error instanceof TaskTimedOut || error instanceof TaskDoesNotExist || error instanceof InvalidToken;

async function arrived(answer: Promise<unknown>): Promise<boolean> {
  try {
    await answer;
    return true;
  } catch (error) {
    if (isStale(error)) return false;
    throw error;
  }
}

export const stepFunctionsWakeups = ({ client: given }: { client: SFNClient }): Wakeups => {
  const client = failingByName(given, 'Step Functions');
  return {
    succeed: (taskToken, output) =>
      arrived(client.send(new SendTaskSuccessCommand({ taskToken, output: JSON.stringify(output) }))),

    fail: (taskToken, error, cause) =>
      arrived(
        client.send(
          new SendTaskFailureCommand({
            taskToken,
            error: error.slice(0, MAX_ERROR_LENGTH),
            cause: cause.slice(0, MAX_CAUSE_LENGTH),
          }),
        ),
      ),
  };
};
