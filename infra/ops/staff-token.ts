import { z } from 'zod';
import type { AwsClientConfig } from './aws-client-config.ts';
import { invokeFunction } from './invoke-function.ts';

const reply = z.object({ user_uuid: z.string(), token: z.string() });
export type StaffToken = z.infer<typeof reply>;

export interface StaffUser {
  readonly stage: string;
  readonly username: string;
  readonly email?: string;
}

/**
 * Creates a staff user with an API token, through a maintenance function of the stage. The operator needs only the
 * right `lambda:InvokeFunction` for that function. The API cannot create the first staff user, because its calls need a
 * token, and no token exists yet.
 * @throws OperatorError when the stage has no such function or the function refuses
 */
export async function requestStaff({ stage, ...user }: StaffUser, config: AwsClientConfig = {}): Promise<StaffToken> {
  return reply.parse(await invokeFunction({ functionName: `${stage}-ops-create-staff`, payload: user }, config));
}
