import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Clock } from '#shared/ports/runtime';
import { dynamoFailure } from './dynamo-failure.ts';
import { type SeenRows, seenRows } from './seen-rows.ts';

/** A stored row before its schema was applied. */
export type Row = Record<string, unknown>;

export type Table = {
  readonly documents: DynamoDBDocumentClient;
  readonly tableName: string;
  readonly clock: Clock;
  readonly seen: SeenRows;
};

export function tableOf(client: DynamoDBClient, tableName: string, clock: Clock): Table {
  const documents = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
  return { documents, tableName, clock, seen: seenRows() };
}

/** Runs one call, with named errors for failures of the database (docs/rules.md#retries-are-in-the-state-machines). */
export async function calling<T>(op: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw dynamoFailure(error, op);
  }
}

/** The table's clock in the unit of the TTL attribute. */
export const nowSeconds = ({ clock }: Table): number => Math.floor(clock.now().getTime() / 1000);
