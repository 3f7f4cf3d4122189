import { dynamoClient } from '../../adapters/dynamodb/dynamo-client.ts';
import { dynamoStore } from '../../adapters/dynamodb/dynamo-store.ts';
import type { Store } from '../../ports/store.ts';
import { tracer } from '../lambda-tracer.ts';
import { systemClock } from '../system.ts';

/** The product's one table. */
export const tableStore = (tableName: string): Store =>
  dynamoStore({ tableName, client: tracer.capture(dynamoClient()), clock: systemClock });
