import { InvokeCommand, LambdaClient, type LambdaClientConfig } from '@aws-sdk/client-lambda';
import { z } from 'zod';
import { OperatorError } from '../local/operator-error.ts';

const reply = z.object({ user_uuid: z.string(), token: z.string() });
export type StaffToken = z.infer<typeof reply>;

export interface StaffUser {
  readonly stage: string;
  readonly username: string;
  readonly email?: string;
}

/**
 * Makes a staff user with an API token by a maintenance function of the stage, so that it takes no more than
 * `lambda:InvokeFunction` on that function: nobody can be asked for a token before the first one exists.
 * @throws OperatorError when the stage has no such function or the function refuses
 */
export async function createStaff({ stage, ...user }: StaffUser, config: LambdaClientConfig = {}): Promise<StaffToken> {
  const functionName = `${stage}-ops-create-staff`;
  const lambda = new LambdaClient(config);
  try {
    const command = new InvokeCommand({ FunctionName: functionName, Payload: JSON.stringify(user) });
    const { FunctionError, Payload } = await lambda.send(command, { abortSignal: AbortSignal.timeout(60_000) });
    const answer = Buffer.from(Payload ?? []).toString();
    if (FunctionError) throw new OperatorError(`${functionName} refused: ${answer}`);
    return reply.parse(JSON.parse(answer));
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
