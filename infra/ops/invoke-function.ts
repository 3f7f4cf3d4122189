import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { OperatorError } from '../local/operator-error.ts';
import type { AwsClientConfig } from './aws-client-config.ts';

/** The function ran and threw an error. */
export class FunctionFailed extends OperatorError {}

export interface Invocation {
  /** Name or ARN of the function. */
  readonly functionName: string;
  readonly payload: unknown;
  /** Time limit of the call. It must be longer than the function's own time limit. Default: one minute. */
  readonly timeoutMs?: number;
}

/**
 * Calls a function of a stage and returns its answer.
 * @throws FunctionFailed with the function's own error; OperatorError when the function cannot be called
 */
export async function invokeFunction(invocation: Invocation, config: AwsClientConfig): Promise<unknown> {
  const { functionName, payload, timeoutMs = 60_000 } = invocation;
  // Only one attempt. A call without an answer may still have had its effect, so the operator decides whether to repeat
  // the call.
  const lambda = new LambdaClient({ ...config, maxAttempts: 1, requestHandler: { requestTimeout: timeoutMs } });
  try {
    const command = new InvokeCommand({ FunctionName: functionName, Payload: JSON.stringify(payload) });
    const { FunctionError, Payload } = await lambda.send(command, { abortSignal: AbortSignal.timeout(timeoutMs) });
    const answer = Buffer.from(Payload ?? []).toString();
    if (FunctionError) throw new FunctionFailed(`The function ${functionName} failed: ${answer}`);
    return answer === '' ? undefined : JSON.parse(answer);
  } catch (error) {
    throw error instanceof OperatorError ? error : new OperatorError(explain(error, functionName), { cause: error });
  } finally {
    lambda.destroy();
  }
}

function explain(error: unknown, functionName: string): string {
  if (error instanceof Error && error.name === 'ResourceNotFoundException')
    return `There is no function ${functionName} in this account and region: deploy the stage first, or check --stage and the AWS environment.`;
  const why = error instanceof Error ? error.message : String(error);
  return `Cannot invoke ${functionName} (${why}): check AWS_PROFILE and AWS_REGION, and the right lambda:InvokeFunction on it.`;
}
