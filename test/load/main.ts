import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { z } from 'zod';
import type { LocalCloud } from '#infra/local/local-cloud';
import { localHome, localLogDir } from '#infra/local/local-settings';
import { OperatorError } from '#infra/local/operator-error';
import { runWithLocalCloud } from '#infra/local/run-with-local-cloud';
import { differences, stateOf } from '#test/faults/backend-state';
import { startTestbed, type Testbed } from '#test/faults/testbed';
import { failedAttempts } from './attempts.ts';
import { loadArguments } from './load-arguments.ts';
import { forgetRequests, requestsAtOnce } from './requests-at-once.ts';
import { awaitOrders, type Ended, type LoadOrder, patiently, placeOrders } from './run-orders.ts';
import { sampleMemory } from './sample-memory.ts';
import { spreadLines, spreadOf } from './summary.ts';

/** `npm run test:load` places many orders with several providers at the same moment. */
const RESULTS = 'test-results/load.json';
const MAX_BYTES = 6 * 1024 ** 3;
/**
 * Time limit for each creation and deletion. All start at the same moment, so an order that takes longer has starved.
 */
const PATIENCE_MS = 600_000;
/** This limit is lower than the number of steps that ten orders run at once, so orders wait for each other. */
const PROVIDER_CONCURRENCY = 4;
/**
 * A step that counts against the provider's limit sends at most seven list requests at the same time. The planning step
 * sends seven: it lists everything in a tenant, including routers and ports.
 */
const MAX_REQUESTS = 7 * PROVIDER_CONCURRENCY;

/** The simulators answer slowly. If they answered at once, requests would never overlap. */
const SLOW = { path: '.', kind: 'slow', delayMs: 100 } as const;

const arguments_ = () => loadArguments(process.argv.slice(2));
const made = z.object({ order_uuid: z.string() });

function printer(what: string, count: number) {
  let over = 0;
  return ({ name, provider, nodes, state, seconds, message }: Ended) => {
    over += 1;
    const of = `${name} (${nodes} VMs, provider ${provider + 1})`;
    console.log(`${over}/${count} ${what} ${state} after ${seconds.toFixed(1)} s  ${of} ${message}`.trimEnd());
  };
}

async function create(beds: readonly Testbed[], owner: Testbed['owner'], count: number, signal: AbortSignal) {
  const beganMs = performance.now();
  const orders = await placeOrders(beds, count);
  console.log(`${count} orders are accepted after ${((performance.now() - beganMs) / 1000).toFixed(1)} s`);
  await forgetRequests(beds); // The API's checks of orders are not counted, because no provider limit applies to them.
  const watched = orders.map((order) => ({ uuid: order.placed.uuid, order, beganMs }));
  const onEnded = printer('created', count);
  return { orders, ended: await awaitOrders(watched, { owner, timeoutMs: PATIENCE_MS, signal, onEnded }) };
}

async function terminate(orders: readonly LoadOrder[], owner: Testbed['owner'], signal: AbortSignal) {
  const beganMs = performance.now();
  const asked = orders.map(async (order) => {
    const path = `marketplace-resources/${order.placed.marketplace_resource_uuid}/terminate/`;
    const headers = { 'idempotency-key': randomUUID() };
    const { body } = await patiently(() => owner.call('POST', path, {}, headers));
    return { uuid: made.parse(body).order_uuid, order, beganMs };
  });
  const onEnded = printer('deleted', orders.length);
  return awaitOrders(await Promise.all(asked), { owner, timeoutMs: PATIENCE_MS, signal, onEnded });
}

async function load({ endpoints }: LocalCloud, signal: AbortSignal): Promise<void> {
  const { orders: count, providers } = arguments_();
  const beds = await Promise.all(Array.from({ length: providers }, () => startTestbed(endpoints)));
  const [owner] = beds.map((bed) => bed.owner);
  if (!owner) throw new OperatorError('there is no provider');
  for (const { simulators } of beds) await Promise.all(Object.values(simulators).map((one) => one.plan(SLOW)));
  const before = await Promise.all(beds.map(stateOf));
  const memory = sampleMemory();
  try {
    const { orders, ended } = await create(beds, owner, count, signal);
    const attempts = await failedAttempts(endpoints);
    const atOnce = await Promise.all(beds.map(requestsAtOnce));
    const deleted = await terminate(orders, owner, signal);
    const peak = memory.stop();
    const left = (await Promise.all(beds.map(stateOf))).flatMap((now, nth) => differences(before[nth] ?? {}, now));
    report({ ended, deleted, attempts, atOnce, peak, left });
  } finally {
    memory.stop();
    await Promise.all(beds.map((bed) => bed.stop()));
  }
}

type Outcome = {
  ended: Ended[];
  deleted: Ended[];
  attempts: Record<string, number>;
  atOnce: Record<string, number>[];
  peak: ReturnType<ReturnType<typeof sampleMemory>['stop']>;
  left: string[];
};

/** @throws OperatorError if an order fails, a limit is exceeded or objects are left behind */
function report({ ended, deleted, attempts, atOnce, peak, left }: Outcome): void {
  const gigabytes = (peak.bytes / 1024 ** 3).toFixed(2);
  const lines = [
    ...spreadLines('created', ended),
    ...spreadLines('deleted', deleted),
    `memory: at most ${gigabytes} GB in ${peak.processes} processes; megabytes: ${JSON.stringify(peak.megabytes)}`,
    `processes of functions: ${JSON.stringify(peak.functions)}`,
    `failed attempts while creating: ${JSON.stringify(attempts)}`,
    ...atOnce.map((most, nth) => `requests at once to provider ${nth + 1}: ${JSON.stringify(most)}`),
  ];
  console.log(`\n${lines.join('\n')}`);
  const figures = { created: spreadOf(ended), deleted: spreadOf(deleted), attempts, atOnce, peak };
  mkdirSync('test-results', { recursive: true });
  writeFileSync(RESULTS, `${JSON.stringify({ cores: cpus().length, ...figures, ended, deleted, left }, null, 2)}\n`);
  console.log(`results in ${RESULTS}`);
  const wrong = [...ended, ...deleted].filter(({ state }) => state !== 'done');
  const tooMany = atOnce.filter((most) => Math.max(...Object.values(most)) > MAX_REQUESTS);
  const problems = [
    ...tooMany.map((most) => `more requests at once than ${MAX_REQUESTS}: ${JSON.stringify(most)}`),
    ...wrong.map(({ name, state, message }) => `${name} is ${state}: ${message}`),
    ...left,
    ...(peak.bytes > MAX_BYTES ? [`the local cloud had ${gigabytes} GB`] : []),
  ];
  if (problems.length > 0) throw new OperatorError(problems.join('\n'));
}

await runWithLocalCloud({
  options: () => {
    arguments_(); // rejects wrong arguments before the local cloud starts
    return {
      home: localHome(),
      logDir: localLogDir('load'),
      stage: 'load',
      appContext: { providerConcurrency: String(PROVIDER_CONCURRENCY) },
      log: console.log,
    };
  },
  run: load,
});
