import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';

/** All rows of a table by their keys, to check that a call has written nothing. */
export async function allRows({ client, tableName }: { client: DynamoDBClient; tableName: string }): Promise<unknown> {
  const { Items = [] } = await client.send(new ScanCommand({ TableName: tableName, ConsistentRead: true }));
  return Object.fromEntries(Items.map((item) => [JSON.stringify([item.pk, item.sk]), item]));
}
