import { expect, vi } from 'vitest';
import { operateCluster, restoreSnapshot } from '#shared/app/upgrades/operate-cluster';
import { beginOperation, finishOperation } from '#shared/app/upgrades/steps/operation-records';
import { requestOperation } from '#shared/app/upgrades/steps/request-operation';
import { watchOperation } from '#shared/app/upgrades/steps/watch-operation';
import type { WantedOperation } from '#shared/domain/clusters/operations/rancher-operation';
import type { Simulator } from '#test/contracts/start-simulator';
import { type Begun, clusterOf, DEADLINE_MS, EVENTUALLY, type StepWorld } from '../_worlds/step-world.ts';

type Wanted = Exclude<WantedOperation, { kind: 'certificates' }>;

/** Accepts the operation as the API does. In the result, `target` has the uuid of this operation. */
export async function accepted(world: StepWorld, begun: Begun, wanted: Wanted): Promise<Begun> {
  const { clusterUuid } = begun.target;
  const asked = { uuidText: clusterUuid, correlationId: 'correlation-7' };
  if (wanted.kind === 'restore') {
    const parseRequest = () => ({ wanted, isDryRun: false });
    await restoreSnapshot(world, world.owner, { ...asked, kind: wanted.kind, parseRequest });
  } else {
    const parseRequest = () => ({ wanted, isDryRun: false });
    await operateCluster(world, world.owner, { ...asked, kind: wanted.kind, parseRequest });
  }
  const { operationUuid = '' } = await clusterOf(world, begun);
  return { ...begun, target: { clusterUuid, operationUuid } };
}

/** Accepts the operation and runs its first steps, until Rancher has the request. */
export async function asked(world: StepWorld, begun: Begun, wanted: Wanted): Promise<Begun> {
  const running = await accepted(world, begun, wanted);
  await beginOperation.call(world.deps, running.target);
  const request = () => requestOperation.call(world.deps, running.target);
  await vi.waitFor(async () => expect(await request()).toEqual({ requested: true }), EVENTUALLY);
  return running;
}

/**
 * Observes the cluster's operation once. Returns the answer that the waiting state machine got, or undefined if it has
 * got none yet.
 */
export async function looked(world: StepWorld, { target }: Begun, waitedMs = 0) {
  const taskToken = `token-${target.operationUuid}`;
  await watchOperation.call(world.deps, { ...target, taskToken, waitedMs, deadlineMs: DEADLINE_MS });
  return world.answers.find((answer) => answer.taskToken === taskToken);
}

export async function carriedOut(world: StepWorld, begun: Begun, wanted: Wanted): Promise<Begun> {
  const running = await asked(world, begun, wanted);
  const output = { ready: true };
  await vi.waitFor(async () => expect(await looked(world, running)).toMatchObject({ output }), EVENTUALLY);
  await finishOperation.call(world.deps, running.target);
  return running;
}

/** Makes the cluster's next operation of this kind fail in Rancher, once. `operation` is the name of the spec field. */
export async function failNext({ url }: Pick<Simulator, 'url'>, name: string, operation: string): Promise<void> {
  const answer = await fetch(`${url}/_sim/operation-failures`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ cluster: `fleet-default/${name}`, operation }),
    signal: AbortSignal.timeout(10_000),
  });
  expect(answer.status, await answer.text()).toBe(204);
}
