import { LOCAL_CREDENTIALS, LOCAL_REGION } from '#infra/local/aws-environment';
import { startEmulator } from '#infra/local/emulator';
import { dynamoClient } from '#shared/adapters/dynamodb/dynamo-client';
import { dynamoStore } from '#shared/adapters/dynamodb/dynamo-store';
import { systemClock } from '#shared/runtime/system';
import { newTables } from '#test/integration/new-store';
import { placeBurst } from '#test/integration/store/order-burst';
import { recordCalls } from '#test/integration/store/record-calls';
import type { Figure } from '../figure.ts';
import type { BenchContext, Part } from '../part.ts';

const FULL = { orders: 200, customers: 50, withinMs: 1000 };
const SMALL = { orders: 20, customers: 5, withinMs: 100 };
/** The emulator answers one call after the other, and this is not about how fast. */
const PATIENT = { connectionTimeout: 20_000, requestTimeout: 60_000, throwOnRequestTimeout: true };

async function measureBursts({ home, logDir, runDir, signal, undoLater, isSmall, tell }: BenchContext) {
  const emulator = await startEmulator({ home, logDir, runDir, signal });
  undoLater(emulator.stop);
  const aws = { endpoint: emulator.url, region: LOCAL_REGION, credentials: LOCAL_CREDENTIALS };
  const client = dynamoClient({ ...aws, requestHandler: PATIENT });
  const store = dynamoStore({ ...(await newTables(client)), client, clock: systemClock });
  const burst = isSmall ? SMALL : FULL;
  const calls = recordCalls(client);
  const refused = await placeBurst(store, burst);
  const tries = calls.filter(({ name }) => name === 'TransactWriteItemsCommand').length;
  const { total } = await store.orders.list({ visibility: 'all' }, { page: 1, pageSize: 1 });
  tell(`${refused.length} refused, ${tries} transactions, ${total} counted`);
  const name = `${burst.orders} orders of ${burst.customers} customers within ${burst.withinMs / 1000} s`;
  return [
    { name: `${name}: refused`, value: refused.length, unit: 'orders', atMost: 0 },
    { name: `${name}: not counted`, value: Math.abs(burst.orders - refused.length - total), unit: 'orders', atMost: 0 },
    { name: `${name}: transactions for each`, value: tries / burst.orders, unit: '' },
  ] satisfies Figure[];
}

export const burstsPart: Part = {
  name: 'bursts',
  about: 'orders that are accepted at the same time: how many are refused, and how often they are tried',
  measures: ['shared/adapters/dynamodb', 'infra/local', 'package-lock.json'],
  run: measureBursts,
};
