import type { Cluster } from '#shared/domain/clusters/cluster';
import { gapsToClose } from '#shared/domain/nodes/missing-nodes';
import { rancherNodeOf } from '#shared/domain/nodes/observe-nodes';
import type { RunningNode, UpgradeFacts } from '#shared/domain/upgrades/check-upgrade';
import { Conflict } from '#shared/errors';
import type { RancherSessions } from '#shared/ports/rancher';
import type { ProvisioningCluster } from '#shared/ports/rancher-objects';
import type { Store } from '#shared/ports/store';
import { rancherSettingsOf } from '../providers/rancher-settings-of.ts';

type Deps = { store: Pick<Store, 'nodes' | 'settings'>; rancher: RancherSessions };

const MADE_ELSEWHERE = 'Rancher has not installed the cluster: it has to be upgraded where it was made.';

/** Rancher shows whether it got the release. If it does not show it, it may have. */
const pendingOf = ({ upgrade }: Cluster, { kubernetesVersion }: ProvisioningCluster): UpgradeFacts['pending'] =>
  upgrade && { to: upgrade.to, isTaken: kubernetesVersion === '' || kubernetesVersion === upgrade.to };

/**
 * Cluster and nodes as Rancher has them now, in five requests for any number of nodes. Throws Conflict when Rancher
 * does not have the cluster or did not install it, and the Backend* family.
 * @param to the requested release
 */
export async function readUpgradeFacts(deps: Deps, cluster: Cluster, to: string): Promise<UpgradeFacts> {
  const rancher = await deps.rancher.open(await rancherSettingsOf(deps, cluster.settingsUuid));
  const { name, provisioningName = name, backendId } = cluster;
  const [remote, written, rancherNodes, offered, records] = await Promise.all([
    rancher.findCluster(backendId),
    rancher.findProvisioningCluster(provisioningName),
    rancher.listNodes(cluster),
    rancher.listReleases(to),
    deps.store.nodes.listByCluster(cluster.uuid),
  ]);
  if (!remote) throw new Conflict('Rancher does not have the cluster any more.');
  if (written?.managementId !== backendId || !written.isInstalled) throw new Conflict(MADE_ELSEWHERE);
  const nodes = records.map(({ uuid, spec, state }): RunningNode => {
    const seen = rancherNodeOf({ spec }, { rancherNodes });
    return { uuid, spec, state, runtimeState: seen?.state ?? '', version: seen?.facts.k8sVersion ?? '' };
  });
  const { kubernetesVersion: version, state, message } = remote;
  return {
    cluster: { version, state, message },
    nodes,
    missing: gapsToClose(cluster),
    offered,
    pending: pendingOf(cluster, written),
  };
}
