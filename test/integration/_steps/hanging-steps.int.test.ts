import { afterEach, describe, expect, test } from 'vitest';
import { stepHandler } from '#functions/steps/_step/step-handler';
import { deleteCluster } from '#shared/app/clusters/steps/delete-cluster';
import { ensureCluster } from '#shared/app/clusters/steps/ensure-cluster';
import { cancelOrder } from '#shared/app/marketplace/orders/cancel-order';
import { deleteServer } from '#shared/app/nodes/steps/delete-server';
import { ensureServer } from '#shared/app/nodes/steps/ensure-server';
import { listNodes } from '#shared/app/nodes/steps/list-nodes';
import { planNodes } from '#shared/app/nodes/steps/plan-nodes';
import { watchNodes } from '#shared/app/nodes/steps/watch-nodes';
import { failureOf } from '#shared/domain/_core/failure';
import type { Simulator } from '#test/contracts/start-simulator';
import { recordingTelemetry } from '#test/recording-telemetry';
import {
  type Begun,
  begunOrder,
  clusterOf,
  nodesOf,
  orderWithServers,
  preparedOrder,
  stepWorldPerFile,
} from '../_worlds/step-world.ts';

const world = await stepWorldPerFile();
afterEach(async () => {
  await world.cloud.clearFaults();
  await world.rancherSimulator.clearFaults();
});

/** The timeout of a function in milliseconds. A quarter of the timeout is reserved for the end of the step. */
const LIFE_MS = 4_000;
const { recorded: _, ...telemetry } = recordingTelemetry();
const STEPS = [planNodes, ensureServer, deleteServer, ensureCluster, deleteCluster, watchNodes];
const handle = stepHandler(
  () => ({ ...world.deps, ...telemetry }),
  STEPS.map(({ contract, call }) => ({ contract, call: (_deps, input) => call(world.deps, input) })),
);

/** Invokes a step as Step Functions does, with this remaining time. */
function invoke(step: string, input: object, lifeMs = LIFE_MS): Promise<unknown> {
  const endsMs = performance.now() + lifeMs;
  const context = { getRemainingTimeInMillis: () => endsMs - performance.now() };
  return handle({ step, correlationId: 'x-1', input }, context);
}

type Case = { step: string; begun: Begun; input?: object; simulator: Simulator; path?: string; said: RegExp };

/**
 * Expects that a hanging step ends in time with an error that the state machine retries. The step must release its
 * slot, and must succeed when it is called again.
 */
async function expectNamedFailure({ step, begun, input = {}, simulator, path = '.', said }: Case): Promise<void> {
  const whole = { ...begun.target, ...input };
  await simulator.plan({ kind: 'hang', path });
  const began = performance.now();
  const error = await invoke(step, whole).then(
    () => expect.fail(`${step} ended well`),
    (failed: Error) => failed,
  );
  expect(performance.now() - began).toBeLessThan(LIFE_MS);
  expect(error).toMatchObject({ name: 'BackendUnavailable', message: expect.stringMatching(said) });
  const cause = JSON.stringify({ errorType: error.name, errorMessage: error.message });
  expect(failureOf({ error: error.name, cause, step }, '2026-01-01T00:00:00.000Z')).toMatchObject({
    ...{ code: 'BACKEND_UNAVAILABLE', owner: 'provider', retryable: true, step, message: error.message },
  });
  expect(await world.store.slots.listTaken(begun.cluster.settingsUuid)).toEqual([]);
  await simulator.clearFaults();
  await expect(invoke(step, whole, 30_000)).resolves.toBeDefined();
}

describe('a step fails by name, before its function is ended, when its backend does not answer', () => {
  test('the plan of nodes', async () => {
    const begun = await begunOrder(world);
    await expectNamedFailure({
      step: 'openstack.planNodes',
      begun,
      simulator: world.cloud,
      said: /Glance|Nova|Neutron|Cinder/,
    });
  });

  test('a server that is to be there', async () => {
    const begun = await preparedOrder(world);
    const [node] = await nodesOf(world, begun);
    const input = { nodeUuid: node?.uuid };
    const hung = { path: '/servers$', said: /Nova .*createServer/ };
    await expectNamedFailure({ step: 'openstack.ensureServer', begun, input, simulator: world.cloud, ...hung });
  });

  test('a server that is to go', async () => {
    const made = await orderWithServers(world);
    await cancelOrder(world, world.owner, { orderUuid: made.order.uuid, correlationId: 'x-2' });
    const { operationUuid = '' } = await clusterOf(world, made);
    const begun = { ...made, target: { ...made.target, operationUuid } };
    const { nodes } = await listNodes.run(world.deps, begun.target);
    const input = { nodeUuid: nodes[0] };
    await expectNamedFailure({ step: 'openstack.deleteServer', begun, input, simulator: world.cloud, said: /Nova/ });
    await expectNamedFailure({
      step: 'rancher.deleteCluster',
      begun,
      simulator: world.rancherSimulator,
      said: /Rancher/,
    });
  });

  test('a cluster in Rancher', async () => {
    const begun = await begunOrder(world);
    await planNodes.run(world.deps, begun.target);
    await expectNamedFailure({
      step: 'rancher.ensureCluster',
      begun,
      simulator: world.rancherSimulator,
      said: /Rancher/,
    });
  });

  test('a look while a machine waits', async () => {
    const begun = await orderWithServers(world);
    const nodeUuids = (await nodesOf(world, begun)).map(({ uuid }) => uuid);
    const input = { nodeUuids, taskToken: 'token', waitedMs: 0, deadlineMs: 60_000 };
    await expectNamedFailure({ step: 'watch.watchNodes', begun, input, simulator: world.cloud, said: /Nova/ });
  });
});
