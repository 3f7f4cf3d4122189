import { startLocalCloud } from '#infra/local/local-cloud';
import { personAt } from '#test/e2e/_worlds/customer';
import { type ControlServer, startControlServer } from '#test/probe/control-server';
import type { EndedInvocation } from '#test/probe/invocation';
import { wrapFunctions } from '#test/probe/wrap-functions';
import type { Figure } from '../figure.ts';
import { NO_DELAYS } from '../no-delays.ts';
import type { BenchContext, Part } from '../part.ts';
import { median, percentile } from '../statistics.ts';
import { untilQuiet } from './until-quiet.ts';

/** The number of concurrent clients, and the number of orders that each client places in sequence. */
const LOADS = [
  { clients: 1, orders: 100 },
  { clients: 8, orders: 25 },
  { clients: 32, orders: 10 },
];
const SMALL_LOADS = [{ clients: 1, orders: 1 }];
const MAX_P95_MS = 150;
const ORDER = 'POST /api/marketplace-orders/';
/** The cluster of the design's example. Paddock plans and checks its six machines before it accepts an order. */
const SERVERS = 3;
const AGENTS = 3;

type Orderer = ReturnType<typeof personAt>;

async function placeAll(orderer: Orderer, clients: number, orders: number, label: string): Promise<number[]> {
  const took: number[] = [];
  const client = async (number: number) => {
    for (let nth = 0; nth < orders; nth += 1) {
      const body = orderer.clusterOrder(`${label}-${number}-${nth}`, SERVERS, AGENTS);
      const began = performance.now();
      await orderer.place(body);
      took.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, number) => client(number)));
  return took;
}

const ofOrders = ({ route }: EndedInvocation) => route === ORDER;

async function loadFigures(
  orderer: Orderer,
  control: ControlServer,
  { clients, orders }: (typeof LOADS)[number],
): Promise<Figure[]> {
  // Warms up: the first orders start a copy of the function for each client.
  await placeAll(orderer, clients, Math.min(3, orders), `warm-${clients}`);
  await untilQuiet(control);
  const earlier = control.ended.length;
  const took = await placeAll(orderer, clients, orders, `order-${clients}`);
  await untilQuiet(control);
  const inFunction = control.ended.slice(earlier).filter(ofOrders);
  const name = `order accepted, ${clients} ${clients === 1 ? 'client' : 'clients'}`;
  const note = `${took.length} orders of ${SERVERS + AGENTS} machines over HTTP, warm`;
  const p95 = { name: `${name}: p95`, value: percentile(took, 0.95), unit: 'ms' };
  return [
    { name: `${name}: p50`, value: median(took), unit: 'ms', note },
    clients === 1 ? { ...p95, atMost: MAX_P95_MS } : p95,
    {
      name: `${name}: p50 in the function`,
      value: median(inFunction.map(({ durationMs }) => durationMs)),
      unit: 'ms',
      note: `the rest is the gateway's and the emulator's; ${median(inFunction.map(({ calls }) => calls.length))} calls to AWS`,
    },
  ];
}

/**
 * The orders come from a member, who may order but not approve. The API makes the same checks on the live clouds as for
 * an approved order. It also commits the same transaction, except that the outbox row is missing. So no state machine
 * starts afterwards, and the next order is not slowed down.
 */
async function measureOrders({ home, logDir, signal, progress, undoLater, isSmall }: BenchContext): Promise<Figure[]> {
  const control = await startControlServer();
  undoLater(control.stop);
  const wrapped = wrapFunctions({ url: control.url, asks: false });
  const cloud = await startLocalCloud({
    ...{ home, logDir, signal, log: progress, stage: 'bench' },
    ...{ delays: NO_DELAYS, wrapFunctions: wrapped },
  });
  undoLater(cloud.stop);
  const orderer = personAt(cloud.endpoints, 'member');
  const figures: Figure[] = [];
  for (const load of isSmall ? SMALL_LOADS : LOADS) {
    signal.throwIfAborted();
    const found = await loadFigures(orderer, control, load);
    progress(found.map(({ name, value }) => `${name} ${value.toFixed(0)} ms`).join(', '));
    figures.push(...found);
  }
  return figures;
}

export const ordersPart: Part = {
  name: 'orders',
  about: 'how long an order takes that is checked against the live cloud and accepted, with 1, 8 and 32 clients',
  measures: ['functions', 'shared', 'infra', 'package-lock.json'],
  run: measureOrders,
};
