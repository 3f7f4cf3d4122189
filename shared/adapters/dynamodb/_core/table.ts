import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  type DynamoDBClientConfig,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { LRUCache } from 'lru-cache';
import { awsFailure } from '#shared/adapters/aws/aws-failure';
import { VersionConflict } from '#shared/errors';
import type { Clock } from '#shared/ports/runtime';
import type { Key } from './keys.ts';

/** A row of the table, not yet parsed by a schema. */
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

/**
 * Runs one call of the database and turns its failures into named errors
 * (docs/rules.md#retries-are-in-the-state-machines).
 */
export async function calling<T>(op: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw dynamoFailure(error, op);
  }
}

/** The current time in seconds, as the TTL attribute needs it. */
export const nowSeconds = ({ clock }: Table): number => Math.floor(clock.now().getTime() / 1000);

/**
 * The DynamoDB client of every store. Endpoint, region and credentials come from the environment. DynamoDB answers
 * within milliseconds, so a call without an answer ends after 3 s. An API request may take 15 s, so there is time for a
 * retry.
 */
export function dynamoClient(config: DynamoDBClientConfig = {}): DynamoDBClient {
  return new DynamoDBClient({
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 1000, requestTimeout: 3000, throwOnRequestTimeout: true },
    ...config,
  });
}

export const isConditionFailed = (error: unknown): boolean => error instanceof ConditionalCheckFailedException;

/** Turns a failure of DynamoDB into a named error. Other errors are returned unchanged. */
export function dynamoFailure(error: unknown, op: string): unknown {
  if (error instanceof TransactionConflictException) {
    return new VersionConflict('The object was changed by another request.', { op }, error);
  }
  return awsFailure(error, 'The database', op);
}

/**
 * Maximum number of cached rows. The cached rows take only a few MB of memory. A page of a list needs fewer rows than
 * this maximum.
 */
const MAX = 1000;

/**
 * Cache of the rows that were read or written last. To write version 8 of a row, a repository needs version 7. A
 * version of a row never changes, so the cached row is always right.
 */
type SeenRows = {
  remember(row: Row): void;
  at(key: Key, version: number): Row | undefined;
};

const nameOf = ({ pk, sk }: Row | Key): string => `${pk} ${sk}`;

function seenRows(): SeenRows {
  const rows = new LRUCache<string, Row>({ max: MAX });
  return {
    remember(row) {
      if (typeof row.version === 'number') rows.set(nameOf(row), row);
    },
    at(key, version) {
      const row = rows.get(nameOf(key));
      return row?.version === version ? row : undefined;
    },
  };
}
