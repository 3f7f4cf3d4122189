import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { z } from 'zod';
import type { Endpoints } from '#infra/local/endpoints';
import { functionLogs } from '#test/function-log';

/** The stage that the suite's setup deploys. */
export const STAGE = 'e2e';
export const EVENT_BUS = `paddock-${STAGE}`;

/**
 * Options for SDK clients, with an invented credential. The emulator accepts any credential; the real AWS would refuse
 * this one.
 */
export const clientOptions = ({ aws }: Endpoints) => ({
  endpoint: aws,
  region: 'us-east-1',
  credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
});

const outputs = z.object({ TableName: z.string(), AuditTableName: z.string(), DeadLetterQueueUrl: z.string() });
export async function stackOutputs(endpoints: Endpoints): Promise<z.infer<typeof outputs>> {
  const client = new CloudFormationClient(clientOptions(endpoints));
  const { Stacks = [] } = await client.send(new DescribeStacksCommand({ StackName: `paddock-${STAGE}` }));
  const pairs = (Stacks[0]?.Outputs ?? []).map(({ OutputKey = '', OutputValue }) => [OutputKey, OutputValue]);
  return outputs.parse(Object.fromEntries(pairs));
}

const line = z.looseObject({
  timestamp: z.string(),
  service: z.string(),
  message: z.string(),
  correlationId: z.string().optional(),
  clusterUuid: z.string().optional(),
  step: z.string().optional(),
});
export type LogLine = z.infer<typeof line>;

/** The structured log lines of deployed functions, oldest first. Lines that the platform writes are left out. */
export async function logLines({ aws }: Endpoints, functions: readonly string[]): Promise<LogLine[]> {
  const names = functions.map((name) => `${STAGE}-${name}`);
  const lines = (await functionLogs(aws, names)).filter((message) => message.startsWith('{"level"'));
  return lines.map((message) => line.parse(JSON.parse(message))).sort((a, b) => a.timestamp.localeCompare(b.timestamp));
}
