import { UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { dynamoClient } from '#shared/adapters/dynamodb/_core/table';
import { testEndpoint } from '../_worlds/new-store.ts';

/** Four values of this size exceed the 1 MB that DynamoDB reads in one call. */
const LARGE = 'x'.repeat(300_000);
/** Writing these values exceeds the write rate of a partition. The client therefore retries with growing delays. */
const PATIENT = { maxAttempts: 15, retryMode: 'standard' };

/** Adds a large column to the rows, so that a list of them exceeds 1 MB. */
export async function enlargeEntries(tableName: string, keys: readonly { pk: string; sk: string }[]): Promise<void> {
  const client = dynamoClient({ ...testEndpoint(), ...PATIENT });
  for (const { pk, sk } of keys) {
    await client.send(
      new UpdateItemCommand({
        ...{ TableName: tableName, Key: { pk: { S: pk }, sk: { S: sk } } },
        UpdateExpression: 'SET marks = :large',
        ExpressionAttributeValues: { ':large': { S: LARGE } },
      }),
    );
  }
}
