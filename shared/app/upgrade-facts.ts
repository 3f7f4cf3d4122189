import type { Cluster } from '../domain/cluster.ts';
import { rancherNodeOf } from '../domain/observe-nodes.ts';
import type { RunningNode, UpgradeFacts } from '../domain/upgrade/check-upgrade.ts';
import { Conflict } from '../errors.ts';
import type { RancherSessions } from '../ports/rancher.ts';
import type { Store } from '../ports/store.ts';
import { rancherSettingsOf } from './rancher-settings-of.ts';

type Deps = { store: Pick<Store, 'nodes' | 'settings'>; rancher: RancherSessions };

/**
 * Cluster and nodes as Rancher has them at this moment, in three requests whatever their number. Throws Conflict where Rancher has no
 * such cluster, and the Backend* family.
 * @param to the release that is asked for
 */
export async function readUpgradeFacts(deps: Deps, cluster: Cluster, to: string): Promise<UpgradeFacts> {
  const rancher = await deps.rancher.open(await rancherSettingsOf(deps, cluster.settingsUuid));
  const [remote, rancherNodes, offered, records] = await Promise.all([
    rancher.findCluster(cluster.backendId),
    rancher.listNodes(cluster.backendId),
    rancher.listReleases(to),
    deps.store.nodes.listByCluster(cluster.uuid),
  ]);
  if (!remote) throw new Conflict('Rancher does not have the cluster any more.');
  const nodes = records.map(({ uuid, spec, state }): RunningNode => {
    const seen = rancherNodeOf({ spec }, { rancherNodes });
    return { uuid, spec, state, runtimeState: seen?.state ?? '', version: seen?.facts.k8sVersion ?? '' };
  });
  const { kubernetesVersion: version, state, message } = remote;
  return {
    cluster: { version, state, message },
    nodes,
    missing: cluster.missingNodes,
    offered,
    pending: cluster.upgrade,
  };
}
