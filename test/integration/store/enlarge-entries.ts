import { UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { dynamoClient } from '#shared/adapters/dynamodb/_core/table';
import { testEndpoint } from '../_worlds/new-store.ts';

/** Four are more than the database reads in one call. */
const LARGE = 'x'.repeat(300_000);
/** They are more, too, than a partition takes in a second, and then the client asks again, later and later. */
const PATIENT = { maxAttempts: 15, retryMode: 'standard' };

/** Gives rows a column so large that a list's entries of them are more than a megabyte. */
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
