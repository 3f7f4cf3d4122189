import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CloudFormationClient, DescribeStackResourceCommand } from '@aws-sdk/client-cloudformation';
import { DynamoDBClient, UpdateTimeToLiveCommand } from '@aws-sdk/client-dynamodb';
import { z } from 'zod';
import { LOCAL_CREDENTIALS, LOCAL_REGION } from './aws-environment.ts';

const SUFFIX = '.template.json';
const template = z.object({
  Resources: z.record(
    z.string(),
    z.object({
      Type: z.string(),
      Properties: z
        .object({
          TimeToLiveSpecification: z.object({ AttributeName: z.string(), Enabled: z.literal(true) }).optional(),
        })
        .optional(),
    }),
  ),
});

/** Switches on TTL for the tables whose templates require it, because the emulator's CloudFormation ignores TTL. */
export async function enableTimeToLive(endpoint: string, assembly: string): Promise<void> {
  const options = { endpoint, region: LOCAL_REGION, credentials: LOCAL_CREDENTIALS };
  const stacks = new CloudFormationClient(options);
  const tables = new DynamoDBClient(options);
  for (const { stack, logicalId, attribute } of expiringTables(assembly)) {
    const resource = new DescribeStackResourceCommand({ StackName: stack, LogicalResourceId: logicalId });
    const { StackResourceDetail } = await stacks.send(resource);
    const TimeToLiveSpecification = { AttributeName: attribute, Enabled: true };
    const TableName = StackResourceDetail?.PhysicalResourceId;
    await tables.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }));
  }
  stacks.destroy();
  tables.destroy();
}

function expiringTables(assembly: string): { stack: string; logicalId: string; attribute: string }[] {
  const files = readdirSync(assembly).filter((file) => file.endsWith(SUFFIX));
  return files.flatMap((file) => {
    const { Resources } = template.parse(JSON.parse(readFileSync(join(assembly, file), 'utf8')));
    return Object.entries(Resources).flatMap(([logicalId, { Type, Properties }]) => {
      const attribute = Properties?.TimeToLiveSpecification?.AttributeName;
      if (Type !== 'AWS::DynamoDB::Table' || !attribute) return [];
      return [{ stack: file.slice(0, -SUFFIX.length), logicalId, attribute }];
    });
  });
}
