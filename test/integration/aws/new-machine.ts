import { CreateStateMachineCommand, type SFNClient } from '@aws-sdk/client-sfn';
import { aUuid } from '#test/builders/builders';

/**
 * Creates a state machine with one state and a unique name.
 * @returns its ARN
 */
export async function newMachine(client: SFNClient, state: Record<string, unknown>): Promise<string> {
  const definition = JSON.stringify({ QueryLanguage: 'JSONata', StartAt: 'Only', States: { Only: state } });
  const roleArn = 'arn:aws:iam::000000000000:role/test';
  const command = new CreateStateMachineCommand({ name: `test-${aUuid()}`, definition, roleArn });
  return (await client.send(command)).stateMachineArn ?? '';
}
