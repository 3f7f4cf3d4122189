import {
  DescribeExecutionCommand,
  type HistoryEvent,
  paginateGetExecutionHistory,
  paginateListExecutions,
  SFNClient,
} from '@aws-sdk/client-sfn';
import type { Endpoints } from '#infra/local/endpoints';
import { clientOptions, STAGE } from './deployed-stack.ts';

/**
 * One wait in a state machine. The first check comes at the start of the wait. Each later check follows a wake-up or a
 * timeout.
 */
export type Wait = { observations: number; wokenTimes: number; timedOutTimes: number };

const isObservation = ({ stateEnteredEventDetails }: HistoryEvent) => stateEnteredEventDetails?.name === 'WatchNodes';
const isWakeUp = ({ taskSucceededEventDetails }: HistoryEvent) =>
  taskSucceededEventDetails !== undefined && JSON.parse(taskSucceededEventDetails.output ?? 'null').ready === false;

/** The emulator reports a timeout as a failed task with the error `States.Timeout`. */
const isTimeout = ({ type, taskFailedEventDetails }: HistoryEvent) =>
  type === 'TaskTimedOut' || taskFailedEventDetails?.error === 'States.Timeout';

/** All waits for a cluster's nodes, from the histories of its state machines. */
export async function waitsForNodes(endpoints: Endpoints, clusterUuid: string): Promise<Wait[]> {
  const client = new SFNClient(clientOptions(endpoints));
  const stateMachineArn = `arn:aws:states:us-east-1:000000000000:stateMachine:${STAGE}-watch-nodes`;
  const waits: Wait[] = [];
  for await (const { executions = [] } of paginateListExecutions({ client }, { stateMachineArn })) {
    for (const { executionArn } of executions) {
      const { input = '' } = await client.send(new DescribeExecutionCommand({ executionArn }));
      if (input.includes(clusterUuid)) waits.push(await waitOf(client, executionArn));
    }
  }
  return waits;
}

async function waitOf(client: SFNClient, executionArn: string | undefined): Promise<Wait> {
  const history: HistoryEvent[] = [];
  for await (const { events = [] } of paginateGetExecutionHistory({ client }, { executionArn }))
    history.push(...events);
  return {
    observations: history.filter(isObservation).length,
    wokenTimes: history.filter(isWakeUp).length,
    timedOutTimes: history.filter(isTimeout).length,
  };
}
