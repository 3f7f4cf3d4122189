import {
  DescribeExecutionCommand,
  paginateGetExecutionHistory,
  paginateListExecutions,
  paginateListStateMachines,
  SFNClient,
} from '@aws-sdk/client-sfn';
import type { Endpoints } from '#infra/local/endpoints';
import { clientOptions } from '../_worlds/deployed-stack.ts';
import type { KnownSecret, Place } from './find-secrets.ts';

export async function executions(endpoints: Endpoints): Promise<Place[]> {
  const client = new SFNClient(clientOptions(endpoints));
  const places: Place[] = [];
  for await (const { stateMachines = [] } of paginateListStateMachines({ client }, {})) {
    for (const { stateMachineArn, name = '' } of stateMachines) {
      for await (const page of paginateListExecutions({ client }, { stateMachineArn })) {
        for (const it of page.executions ?? []) places.push(...(await execution(client, name, it.executionArn ?? '')));
      }
    }
  }
  return places;
}

async function execution(client: SFNClient, machine: string, executionArn: string): Promise<Place[]> {
  const { input, output, error, cause } = await client.send(new DescribeExecutionCommand({ executionArn }));
  const places = [{ name: `execution ${machine}`, text: JSON.stringify({ input, output, error, cause }) }];
  for await (const { events = [] } of paginateGetExecutionHistory({ client }, { executionArn })) {
    places.push(...events.map((event) => ({ name: `history ${event.type}`, text: JSON.stringify(event) })));
  }
  return places;
}

/** Matches a task token in JSON, in JSON inside a string, and in a DynamoDB item. */
const TASK_TOKEN = /taskToken\\*"\s*:\s*(?:\{\s*"S"\s*:\s*)?\\*"([^"\\]+)/g;

/**
 * Task tokens that the places contain. Anybody who has a task token could complete the waiting task. Paddock stores
 * task tokens with the cluster. The histories of executions also contain task tokens, in the payloads of the tasks that
 * wait for a callback.
 */
export function taskTokens(places: readonly Place[]): KnownSecret[] {
  const found = places.flatMap(({ text }) => [...text.matchAll(TASK_TOKEN)].map(([, token = '']) => token));
  return found.map((value) => ({ kind: 'task token', value }));
}
