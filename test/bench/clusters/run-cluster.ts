import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { Endpoints } from '#infra/local/endpoints';
import { until } from '#infra/local/until';
import { steps } from '#shared/contracts/steps';
import { personAt } from '#test/e2e/_worlds/customer';
import type { ControlServer } from '#test/probe/control-server';
import type { EndedInvocation } from '#test/probe/invocation';
import { untilQuiet } from '../orders/until-quiet.ts';
import { type Backends, requestsSince, setDelays } from './backends.ts';
import { type BackendDelays, criticalPathMs } from './critical-path.ts';
import { functionLogs } from './function-logs.ts';
import { historiesOf } from './histories.ts';
import { type PhaseCounts, phaseCounts } from './phase-counts.ts';

export type Shape = { servers: number; agents: number };
export type ClusterRun = Shape & {
  nodes: number;
  criticalMs: number;
  /** Milliseconds from the order's arrival until the cluster is recorded as OK, minus the critical path. */
  overheadMs: number;
  creation: PhaseCounts;
  deletion: PhaseCounts;
};
export type Bench = { endpoints: Endpoints; backends: Backends; control: ControlServer; signal: AbortSignal };

export const STAGE = 'bench';
const PATIENCE_MS = 8 * 60_000;
const MS_AUDIT = 50;
const ORDER = 'POST /api/marketplace-orders/';

const finishedBy = (step: string, clusterUuid: string) => (it: EndedInvocation) =>
  it.step === step && it.clusterUuid === clusterUuid && it.outcome === 'ok';
const failedIn = (clusterUuid: string) => finishedBy(steps.records.recordFailure.name, clusterUuid);

/** Waits until the probe reports the step. Polling the API would distort the measurement. */
async function reported(
  { control, signal }: Bench,
  since: number,
  step: string,
  clusterUuid: string,
): Promise<EndedInvocation> {
  const tooLate = `Cluster ${clusterUuid} has not reached ${step} after ${PATIENCE_MS / 1000} s.`;
  return until({ tooLate, timeoutMs: PATIENCE_MS, intervalMs: MS_AUDIT, signal }, async () => {
    const fresh = control.ended.slice(since);
    if (fresh.some(failedIn(clusterUuid))) throw new Error(`cluster ${clusterUuid} has failed before ${step}`);
    return fresh.find(finishedBy(step, clusterUuid));
  });
}

async function measurePhase(
  bench: Bench,
  clusterUuid: string,
  { since, sinceMs }: { since: number; sinceMs: number },
): Promise<PhaseCounts> {
  await untilQuiet(bench.control);
  const invocations = bench.control.ended.slice(since);
  const operationUuid = invocations.find((it) => it.clusterUuid === clusterUuid && it.operationUuid)?.operationUuid;
  if (operationUuid === undefined) throw new Error(`no step has been called for cluster ${clusterUuid}`);
  const { aws } = bench.endpoints;
  const functions = invocations.map((it) => `${STAGE}-${it.function}`);
  const [histories, requests, logs] = await Promise.all([
    historiesOf(aws, operationUuid),
    requestsSince(bench.backends, sinceMs),
    functionLogs(aws, functions, sinceMs),
  ]);
  return phaseCounts({ invocations, histories, requests, logs });
}

const endOf = ({ startedMs, durationMs }: EndedInvocation): number => startedMs + durationMs;

export type MeasuredOrder = {
  /** Milliseconds from the order's arrival until the cluster is recorded as OK. */
  tookMs: number;
  creation: PhaseCounts;
  deletion: PhaseCounts;
};

/** Orders a cluster, waits until it is OK, and deletes it. No other work runs meanwhile. */
export async function measureOrder(bench: Bench, body: object): Promise<MeasuredOrder> {
  const { endpoints, control } = bench;
  await untilQuiet(control);
  const owner = personAt(endpoints, 'owner');
  const start = { since: control.ended.length, sinceMs: Date.now() };
  const order = await owner.place(body);
  const clusterUuid = z.string().parse(order.resource_uuid);
  const finished = await reported(bench, start.since, steps.records.finishCreation.name, clusterUuid);
  const creation = await measurePhase(bench, clusterUuid, start);
  const accepted = control.ended.slice(start.since).find(({ route }) => route === ORDER);
  if (!accepted) throw new Error('the function that accepted the order has not reported it');
  await pause(0, undefined, { signal: bench.signal });
  const end = { since: control.ended.length, sinceMs: Date.now() };
  await owner.call('POST', `marketplace-resources/${order.marketplace_resource_uuid}/terminate/`, {});
  await reported(bench, end.since, steps.records.finishDeletion.name, clusterUuid);
  const deletion = await measurePhase(bench, clusterUuid, end);
  return { tookMs: endOf(finished) - accepted.startedMs, creation, deletion };
}

export async function runCluster(bench: Bench, shape: Shape, delays: BackendDelays): Promise<ClusterRun> {
  await setDelays(bench.backends, delays);
  const nodes = shape.servers + shape.agents;
  const body = personAt(bench.endpoints, 'owner').clusterOrder(`bench-${nodes}`, shape.servers, shape.agents);
  const { tookMs, creation, deletion } = await measureOrder(bench, body);
  const criticalMs = criticalPathMs(delays, shape);
  return { ...shape, nodes, criticalMs, overheadMs: tookMs - criticalMs, creation, deletion };
}
