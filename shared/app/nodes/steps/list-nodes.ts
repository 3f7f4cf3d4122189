import { isAlone } from '#shared/app/_core/steps/hold-slot';
import { implement } from '#shared/app/_core/steps/implement';
import type { RecordsDeps } from '#shared/app/_core/steps/records-deps';
import { providerSettingsOf } from '#shared/app/providers/settings-of';
import { steps } from '#shared/contracts/steps';
import { usesOf } from '#shared/domain/providers/service-settings';

/**
 * Lists the nodes for a deletion. This is the first step of the deletion. It starts when no other step runs on the
 * cluster, so the list contains everything that earlier operations have created.
 */
export const listNodes = implement(steps.records.listNodes, async ({ store }: RecordsDeps, target, cluster) => {
  const alone = await isAlone({ store }, target, cluster);
  const { settingsUuid, argocdToken } = cluster;
  const [nodes, settings] = await Promise.all([
    store.nodes.listByCluster(target.clusterUuid),
    providerSettingsOf({ store }, settingsUuid),
  ]);
  const uses = usesOf(settings);
  // `argocd` is also true if Argo CD was removed from the provider's settings but may still have a key to the cluster.
  const argocd = uses.argocd || argocdToken !== undefined;
  const managed = cluster.managed !== undefined;
  return {
    alone,
    nodes: nodes.map((node) => node.uuid),
    uses: { ...uses, argocd, keycloak: settings.type === 'Rancher' && settings.options.keycloak !== undefined },
    managed,
  };
});
