import { z } from 'zod';
import { type BackendState, compareShapes, lasting, madeSince, stateOf } from '../backend-state.ts';
import type { Outcome } from '../judge.ts';
import type { FaultCase } from '../matrix.ts';
import type { ClusterChangePhase } from '../route.ts';
import type { Testbed } from '../testbed.ts';
import type { Acceptance } from './acceptance.ts';
import { changeOutcome, requestAcceptance } from './requested-change.ts';

export type StandingCluster = { testbed: Testbed; uuid: string; before: BackendState };
export type ClusterChange = {
  phase: ClusterChangePhase;
  check: ClusterChangePhase;
  request: { path: string; body: object };
  workers: number;
  version: string;
};

export const CLUSTER_CHANGES: readonly ClusterChange[] = [
  {
    ...{ phase: 'resize', check: 'resize-check', workers: 3, version: 'v1.33.5' },
    request: { path: 'resize/', body: { node_count: 3 } },
  },
  {
    ...{ phase: 'newer-version', check: 'newer-version-check', workers: 3, version: 'v1.34.2' },
    request: {
      path: 'upgrade_cluster_api/',
      body: { kube_tag: 'v1.34.2', image_id: 'ubuntu-2204-kube-v1.34.2' },
    },
  },
];

const shownCluster = z.object({ kubernetes_version: z.string() });
const shownGroups = z.array(
  z.object({ name: z.string(), ready_node_count: z.number(), updated_node_count: z.number() }),
);

const ask = ({ testbed: { owner }, uuid }: StandingCluster, { request: { path, body } }: ClusterChange) =>
  owner.call('POST', `rancher-clusters/${uuid}/${path}`, body);

/** Expects that the change is accepted, at the latest at the second request. */
export const clusterChangeAcceptance = (
  standing: StandingCluster,
  one: FaultCase | undefined,
  change: ClusterChange,
): Promise<Acceptance> => requestAcceptance(standing, one, () => ask(standing, change));

/**
 * Expects that the change is carried out. If a lasting fault makes the change fail, a second request without the fault
 * must succeed.
 */
export const clusterChanged = (
  standing: StandingCluster,
  one: FaultCase | undefined,
  change: ClusterChange,
  shape: readonly string[] | undefined,
): Promise<Outcome> =>
  changeOutcome(standing, one, {
    ask: () => ask(standing, change),
    problems: () => clusterChangeProblems(standing, change, shape),
  });

/**
 * Problems if the cluster lacks this version or number of workers, or the backends lack the matching objects. Without a
 * `shape` the objects are not compared.
 */
export async function clusterChangeProblems(
  { testbed, uuid, before }: StandingCluster,
  { workers, version }: ClusterChange,
  shape: readonly string[] | undefined,
): Promise<string[]> {
  const { owner } = testbed;
  const { state, last_error } = await owner.cluster(uuid);
  const { kubernetes_version } = shownCluster.parse((await owner.call('GET', `rancher-clusters/${uuid}/`)).body);
  const groups = shownGroups.parse((await owner.call('GET', `rancher-clusters/${uuid}/node_groups/`)).body);
  const found = groups.map((group) => `${group.name} ${group.ready_node_count} ${group.updated_node_count}`).sort();
  const wanted = ['default-master 1 1', `default-worker ${workers} ${workers}`];
  const made = async () => madeSince(before, await stateOf(testbed));
  return [
    ...(state === 'OK' && !last_error ? [] : [`the cluster is ${state}: ${last_error?.message}`]),
    ...(kubernetes_version === version ? [] : [`the cluster has ${kubernetes_version}`]),
    ...(found.join() === wanted.join() ? [] : [`the node groups are ${found.join(', ')}`]),
    ...(shape ? await lasting(async () => compareShapes(shape, await made())) : []),
  ];
}
