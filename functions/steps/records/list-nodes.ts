import { rancherSettingsOf } from '#shared/app/rancher-settings-of';
import { steps } from '#shared/contracts/steps';
import { usesOf } from '#shared/domain/service-settings';
import { demandNoLatecomers } from '../_step/hold-slot.ts';
import { implement } from '../_step/implement.ts';
import type { RecordsDeps } from './records-deps.ts';

/** The first step of a deletion: it waits until what an earlier operation has under way is over, so that what that makes is found. */
export const listNodes = implement(steps.records.listNodes, async ({ store }: RecordsDeps, target, cluster) => {
  await demandNoLatecomers({ store }, target, cluster);
  const { settingsUuid, argocdToken } = cluster;
  const [nodes, settings] = await Promise.all([
    store.nodes.listByCluster(target.clusterUuid),
    rancherSettingsOf({ store }, settingsUuid),
  ]);
  const uses = usesOf(settings);
  // A provider that has given up its Argo CD has keys of it still.
  return { nodes: nodes.map((node) => node.uuid), uses: { ...uses, argocd: uses.argocd || argocdToken !== undefined } };
});
