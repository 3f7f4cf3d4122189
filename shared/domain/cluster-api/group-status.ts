import { isSameValue } from '../_core/values/deep-equal.ts';
import type { Cluster } from '../clusters/cluster.ts';
import { wantedVersionOf } from '../clusters/cluster-api-change.ts';
import type { NodeGroupSpec } from '../planning/cluster-api/cluster-spec.ts';
import { type ClusterForm, CONTROL_PLANE, groupIn } from './change/cluster-form.ts';
import type { MagnumStatus } from './magnum-status.ts';

type Work = 'CREATE' | 'UPDATE' | 'DELETE';
type ChangedCluster = Pick<
  Cluster,
  'clusterApi' | 'clusterApiChange' | 'clusterApiUpdatedGroups' | 'kubernetesVersion'
>;

const partOf = ({ spec }: ClusterForm, name: string) =>
  name === CONTROL_PLANE ? spec.controlPlane : groupIn(spec, name);

/** What a change does with a group. Undefined if the change does not affect the group. */
function workOn(name: string, before: ClusterForm, wanted: ClusterForm): Work | undefined {
  const [from, to] = [partOf(before, name), partOf(wanted, name)];
  if (!from) return 'CREATE';
  if (!to) return 'DELETE';
  const isSame = before.kubernetesVersion === wanted.kubernetesVersion && isSameValue(from, to);
  return isSame ? undefined : 'UPDATE';
}

function workOfChange(cluster: ChangedCluster, name: string): Work | undefined {
  const { clusterApi: spec, clusterApiChange: change } = cluster;
  return spec && change && workOn(name, change.before, { spec, kubernetesVersion: wantedVersionOf(cluster) });
}

/**
 * The status of a group in Magnum's API. A group that the running change does not touch keeps its status:
 * `UPDATE_COMPLETE` if it was ever updated, otherwise `CREATE_COMPLETE`. While the cluster is created or deleted, each
 * group has the cluster's status.
 * @param clusterStatus the status of the cluster
 */
export function groupStatus(cluster: ChangedCluster, clusterStatus: MagnumStatus, name: string): MagnumStatus {
  if (clusterStatus.startsWith('CREATE_') || clusterStatus.startsWith('DELETE_')) return clusterStatus;
  const kept = cluster.clusterApiUpdatedGroups?.includes(name) ? 'UPDATE_COMPLETE' : 'CREATE_COMPLETE';
  const work = workOfChange(cluster, name);
  if (work === undefined) return kept;
  return clusterStatus === 'UPDATE_FAILED' ? `${work}_FAILED` : `${work}_IN_PROGRESS`;
}

/** The groups that the running change deletes. Magnum's API shows the groups until they are gone. */
export const leavingGroups = ({ clusterApi: spec, clusterApiChange: change }: ChangedCluster): NodeGroupSpec[] =>
  spec && change ? change.before.spec.nodeGroups.filter(({ name }) => !groupIn(spec, name)) : [];

/** Names of the groups that will have the status `UPDATE_COMPLETE` when the running change has ended. */
export function updatedGroups(cluster: ChangedCluster): string[] {
  const names = [CONTROL_PLANE, ...(cluster.clusterApi?.nodeGroups.map(({ name }) => name) ?? [])];
  return names.filter((name) => {
    const work = workOfChange(cluster, name);
    return work === undefined ? cluster.clusterApiUpdatedGroups?.includes(name) : work === 'UPDATE';
  });
}
