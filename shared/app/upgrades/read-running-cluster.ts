import type { Cluster } from '#shared/domain/clusters/cluster';
import { gapsToClose } from '#shared/domain/nodes/missing-nodes';
import { rancherNodeOf } from '#shared/domain/nodes/observe-nodes';
import type { RunningNode, UpgradeFacts } from '#shared/domain/upgrades/check-upgrade';
import { Conflict } from '#shared/errors';
import type { Rancher, RancherSessions } from '#shared/ports/rancher';
import type { ProvisioningCluster } from '#shared/ports/rancher/rancher-objects';
import type { RecordDeps } from '../planning/order-deps.ts';

export type RunningClusterDeps = RecordDeps & { rancher: RancherSessions };

/** A cluster and its nodes as Rancher shows them. `written`: the cluster's provisioning object. */
export type RunningCluster = Pick<UpgradeFacts, 'cluster' | 'nodes' | 'missing'> & {
  written: ProvisioningCluster;
  /** Number of etcd members that are active in Rancher, including machines of pools. */
  readyMembers: number;
};

const MADE_ELSEWHERE = 'Rancher did not install this cluster: change it with the tool that installed it.';

/**
 * Reads the cluster and its nodes from Rancher. It makes four requests, whatever the number of nodes. Throws Conflict
 * when Rancher does not have the cluster or did not install it. Throws Backend* errors.
 */
export async function readRunningCluster(
  { store }: Pick<RunningClusterDeps, 'store'>,
  rancher: Rancher,
  cluster: Cluster,
): Promise<RunningCluster> {
  const { name, provisioningName = name, backendId } = cluster;
  const [remote, written, rancherNodes, records] = await Promise.all([
    rancher.findCluster(backendId),
    rancher.findProvisioningCluster(provisioningName),
    rancher.listNodes(cluster),
    store.nodes.listByCluster(cluster.uuid),
  ]);
  if (!remote) throw new Conflict('Rancher does not have the cluster any more.');
  if (written?.managementId !== backendId || !written.isInstalled) throw new Conflict(MADE_ELSEWHERE);
  const nodes = records.map(({ uuid, spec, state }): RunningNode => {
    const seen = rancherNodeOf({ spec }, { rancherNodes });
    return { uuid, spec, state, runtimeState: seen?.state ?? '', version: seen?.facts.k8sVersion ?? '' };
  });
  const { kubernetesVersion: version, state, message } = remote;
  const members = rancherNodes.filter((node) => node.roles.includes('etcd') && node.state === 'active');
  return {
    ...{ cluster: { version, state, message }, nodes, missing: gapsToClose(cluster), written },
    readyMembers: members.length,
  };
}
