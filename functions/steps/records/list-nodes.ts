import { rancherSettingsOf } from '#shared/app/rancher-settings-of';
import { steps } from '#shared/contracts/steps';
import { usesOf } from '#shared/domain/service-settings';
import { currentCluster } from '../_step/fence.ts';
import { implement } from '../_step/implement.ts';
import type { RecordsDeps } from './records-deps.ts';

export const listNodes = implement(steps.records.listNodes, async ({ store }: RecordsDeps, target) => {
  const { settingsUuid, argocdToken } = await currentCluster(store, target);
  const [nodes, settings] = await Promise.all([
    store.nodes.listByCluster(target.clusterUuid),
    rancherSettingsOf({ store }, settingsUuid),
  ]);
  const uses = usesOf(settings);
  // A provider that has given up its Argo CD has keys of it still.
  return { nodes: nodes.map((node) => node.uuid), uses: { ...uses, argocd: uses.argocd || argocdToken !== undefined } };
});
