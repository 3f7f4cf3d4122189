import {
  GetExecutionHistoryCommand,
  type HistoryEvent,
  ListExecutionsCommand,
  ListStateMachinesCommand,
  SFNClient,
} from '@aws-sdk/client-sfn';
import { LOCAL_CREDENTIALS, LOCAL_REGION } from '#infra/local/emulator/aws-environment';

export type History = { machine: string; name: string; events: HistoryEvent[] };

const MAX_EVENTS = 1000;

async function eventsOf(client: SFNClient, executionArn: string): Promise<HistoryEvent[]> {
  const events: HistoryEvent[] = [];
  let nextToken: string | undefined;
  do {
    const input = { executionArn, maxResults: MAX_EVENTS, ...(nextToken !== undefined && { nextToken }) };
    const page = await client.send(new GetExecutionHistoryCommand(input));
    events.push(...(page.events ?? []));
    nextToken = page.nextToken;
  } while (nextToken !== undefined);
  return events;
}

/** The executions of an operation. The name of each execution begins with the operation's uuid (`runMachine`). */
export async function historiesOf(endpoint: string, operationUuid: string): Promise<History[]> {
  const client = new SFNClient({ endpoint, region: LOCAL_REGION, credentials: LOCAL_CREDENTIALS });
  const { stateMachines = [] } = await client.send(new ListStateMachinesCommand({}));
  const histories: History[] = [];
  for (const { stateMachineArn, name: machine = '' } of stateMachines) {
    const { executions = [] } = await client.send(
      new ListExecutionsCommand({ stateMachineArn, maxResults: MAX_EVENTS }),
    );
    for (const { executionArn, name = '' } of executions) {
      if (executionArn === undefined || !name.startsWith(operationUuid)) continue;
      histories.push({ machine, name, events: await eventsOf(client, executionArn) });
    }
  }
  return histories;
}
