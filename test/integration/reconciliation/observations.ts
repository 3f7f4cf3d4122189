import { watchCluster } from '#shared/app/clusters/steps/watch-cluster';
import { watchNodes } from '#shared/app/nodes/steps/watch-nodes';
import { type Begun, DEADLINE_MS, nodesOf, type StepWorld } from '../_worlds/step-world.ts';

/** Parameters of an observation: the task token, and how long the state machine has waited. */
type ClusterObservation = { token?: string; waitedMs?: number };

const waitOf = ({ token = 'token', waitedMs = 0 }: ClusterObservation) => ({
  taskToken: token,
  waitedMs,
  deadlineMs: DEADLINE_MS,
});

/** Observes all nodes of the order once. The answers to the state machine are in `world.answers`. */
export async function observeNodesOnce(
  world: StepWorld,
  begun: Begun,
  observation: ClusterObservation = {},
): Promise<void> {
  const nodeUuids = (await nodesOf(world, begun)).map((node) => node.uuid);
  await watchNodes.call(world.deps, { ...begun.target, ...waitOf(observation), nodeUuids });
}

export async function observeCluster(
  world: StepWorld,
  begun: Begun,
  observation: ClusterObservation = {},
): Promise<void> {
  await watchCluster.call(world.deps, { ...begun.target, ...waitOf(observation) });
}
