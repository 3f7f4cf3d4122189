import { DescribeExecutionCommand, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import type { Endpoints } from '#infra/local/endpoints';
import { until } from '#infra/local/until';
import type { SyncJob } from '#shared/domain/provider-syncs/sync-jobs';
import { aUuid } from '#test/builders/builders';
import { clientOptions } from '../_worlds/deployed-stack.ts';

const PATIENCE_MS = 90_000;
export type PassEnd = { status: string | undefined; error: string | undefined };

export const syncMachine = (stage: string): string =>
  `arn:aws:states:us-east-1:000000000000:stateMachine:${stage}-sync-access`;

/** Starts a sync job for all providers, as its schedule does, and waits for its end. */
export async function runSync(endpoints: Endpoints, stage: string, job: SyncJob): Promise<PassEnd> {
  const client = new SFNClient(clientOptions(endpoints));
  const input = JSON.stringify({ job, correlationId: aUuid() });
  const { executionArn } = await client.send(new StartExecutionCommand({ stateMachineArn: syncMachine(stage), input }));
  const tooLate = `${job} has not ended after ${PATIENCE_MS} ms.`;
  return until({ tooLate, timeoutMs: PATIENCE_MS, intervalMs: 200 }, async () => {
    const { status, error } = await client.send(new DescribeExecutionCommand({ executionArn }));
    return status === 'RUNNING' ? undefined : { status, error };
  });
}
