import { watchCluster } from '#shared/app/clusters/steps/watch-cluster';
import { watchNodes } from '#shared/app/nodes/steps/watch-nodes';
import { type Begun, DEADLINE_MS, nodesOf, type StepWorld } from '../_worlds/step-world.ts';

/** The task token of a look, and how long its machine has waited when it looks. */
type ClusterObservation = { token?: string; waitedMs?: number };

const waitOf = ({ token = 'token', waitedMs = 0 }: ClusterObservation) => ({
  taskToken: token,
  waitedMs,
  deadlineMs: DEADLINE_MS,
});

/** A look of the machine's wait for all of the order's nodes; what it says is in `world.answers`. */
export async function observeNodesOnce(
  world: StepWorld,
  begun: Begun,
  observation: ClusterObservation = {},
): Promise<void> {
  const nodeUuids = (await nodesOf(world, begun)).map((node) => node.uuid);
  await watchNodes.call(world.deps, { ...begun.target, ...waitOf(observation), nodeUuids });
}

/** … and of its wait for the cluster itself. */
export async function observeCluster(
  world: StepWorld,
  begun: Begun,
  observation: ClusterObservation = {},
): Promise<void> {
  await watchCluster.call(world.deps, { ...begun.target, ...waitOf(observation) });
}
