import { expect } from 'vitest';
import { z } from 'zod';
import type { AcceptedClusterApiChange, ClusterApiChangeDeps } from '#shared/app/cluster-api/change-cluster-api';
import { applyCluster } from '#shared/app/cluster-api/steps/apply-cluster';
import { beginClusterApiChange, finishClusterApiChange } from '#shared/app/cluster-api/steps/change-records';
import { type ClusterApiWorld, watchedCluster } from './cluster-api-world.ts';
import type { Begun } from './step-world.ts';

export const changeDeps = (world: ClusterApiWorld): ClusterApiChangeDeps => ({ ...world, ...world.deps });

/** The cluster with the operation of an accepted change. */
export const underChange = (begun: Begun, { cluster, isAccepted }: AcceptedClusterApiChange): Begun => {
  expect(isAccepted).toBe(true);
  return { ...begun, target: { clusterUuid: cluster.uuid, operationUuid: cluster.operationUuid ?? '' } };
};

const refusal = z.object({ body: z.record(z.string(), z.unknown()) });
/** The reasons for a refusal, by field of the change. */
export const refused = async (work: Promise<unknown>): Promise<Record<string, unknown>> =>
  refusal.parse(
    await work.then(
      () => ({}),
      (error: unknown) => error,
    ),
  ).body;

export async function carriedOut(
  world: ClusterApiWorld,
  begun: Begun,
  accepted: AcceptedClusterApiChange,
): Promise<Begun> {
  const changing = underChange(begun, accepted);
  for (const step of [beginClusterApiChange, applyCluster]) await step.call(world.deps, changing.target);
  expect(await watchedCluster(world, changing)).toMatchObject({ output: { ready: true } });
  await finishClusterApiChange.call(world.deps, changing.target);
  return changing;
}
