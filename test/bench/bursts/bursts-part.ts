import { LOCAL_CREDENTIALS, LOCAL_REGION } from '#infra/local/emulator/aws-environment';
import { startEmulator } from '#infra/local/emulator/emulator';
import { startLocalCloud } from '#infra/local/local-cloud';
import { dynamoClient } from '#shared/adapters/dynamodb/_core/table';
import { dynamoStore } from '#shared/adapters/dynamodb/dynamo-store';
import { systemClock } from '#shared/runtime/clock-and-ids';
import { startSimulator } from '#test/contracts/start-simulator';
import { newTables } from '#test/integration/_worlds/new-store';
import { placeBurst } from '#test/integration/store/order-burst';
import { recordCalls } from '#test/integration/store/record-calls';
import type { Figure } from '../figure.ts';
import { NO_DELAYS } from '../no-delays.ts';
import type { BenchContext, Part } from '../part.ts';
import { median } from '../statistics.ts';
import { makeOrderers, orderOverHttp } from './http-burst.ts';

const FULL = { orders: 200, customers: 50, withinMs: 1000 };
const SMALL = { orders: 20, customers: 5, withinMs: 100 };
/**
 * The emulator answers calls one after the other. The bench does not measure the emulator's speed, so the timeouts are
 * long.
 */
const PATIENT = { connectionTimeout: 20_000, requestTimeout: 60_000, throwOnRequestTimeout: true };

/** Measures the store under parallel orders, including DynamoDB's transaction conflicts. */
async function measureStore({ home, logDir, runDir, signal, undoLater, isSmall, progress }: BenchContext) {
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
  progress(`${refused.length} refused, ${tries} transactions, ${total} counted`);
  const name = `${burst.orders} orders of ${burst.customers} customers within ${burst.withinMs / 1000} s`;
  return [
    { name: `${name}: refused`, value: refused.length, unit: 'orders', atMost: 0 },
    { name: `${name}: not counted`, value: Math.abs(burst.orders - refused.length - total), unit: 'orders', atMost: 0 },
    { name: `${name}: transactions for each`, value: tries / burst.orders, unit: '' },
  ] satisfies Figure[];
}

/** Measures how many orders the deployed API accepts, and its response times, including cold starts of functions. */
async function measureApi({ home, logDir, signal, undoLater, isSmall, progress }: BenchContext): Promise<Figure[]> {
  const cloud = await startLocalCloud({ home, logDir, signal, log: progress, stage: 'bench', delays: NO_DELAYS });
  undoLater(cloud.stop);
  const openstack = await startSimulator('openstack', '--name', 'burst');
  undoLater(openstack.stop);
  const burst = isSmall ? SMALL : FULL;
  const orderers = await makeOrderers(cloud.endpoints, openstack, burst.customers);
  progress(`${orderers.length} customers are there`);
  const answers = await orderOverHttp(cloud.endpoints, orderers, burst);
  const counts = Object.entries(Object.groupBy(answers, ({ status }) => status));
  progress(counts.map(([status, of]) => `${of?.length} × ${status}`).join(', '));
  const name = `${burst.orders} orders of ${burst.customers} customers within ${burst.withinMs / 1000} s, over HTTP`;
  const took = answers.map(({ tookMs }) => tookMs);
  return [
    {
      name: `${name}: not accepted`,
      value: answers.filter(({ status }) => status !== 201).length,
      unit: 'orders',
      atMost: 0,
    },
    {
      name: `${name}: p50`,
      value: median(took),
      unit: 'ms',
      note: 'copies of the function start first, on this machine’s cores',
    },
    { name: `${name}: longest`, value: Math.max(...took), unit: 'ms' },
  ];
}

const measureBursts = async (context: BenchContext): Promise<Figure[]> => [
  ...(await measureStore(context)),
  ...(await measureApi(context)),
];

export const burstsPart: Part = {
  name: 'bursts',
  about: 'orders that are accepted at the same time: how many are refused, and how often they are tried',
  measures: ['functions', 'shared', 'infra', 'package-lock.json'],
  run: measureBursts,
};
