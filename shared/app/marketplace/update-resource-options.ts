import { assertNotReadOnly, assertState } from '#shared/domain/_core/assert-state';
import { changed } from '#shared/domain/_core/record';
import { isSameValue } from '#shared/domain/_core/values/deep-equal';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { isOfCluster } from '#shared/domain/marketplace/is-of-cluster';
import type { Resource } from '#shared/domain/marketplace/resource';
import type { Caller } from '#shared/domain/organizations/caller';
import { assertPermitted } from '#shared/domain/organizations/permission';
import { argocdSecretName } from '#shared/domain/planning/naming';
import type { OptionValues, ResourceOptions } from '#shared/domain/providers/resource-options';
import { BackendNotFound, Invalid } from '#shared/errors';
import type { Argocd, ArgocdSessions } from '#shared/ports/argocd';
import { getVisible, soldTo } from '../_core/get-visible.ts';
import { retryOnConflict } from '../_core/retry-on-conflict.ts';
import { withTimeout } from '../_core/with-timeout.ts';
import { labelArgocdCluster } from '../cluster-access/label-argocd-cluster.ts';
import type { RecordDeps } from '../planning/order-deps.ts';
import { rancherSettingsOf } from '../providers/settings-of.ts';

export type OptionsDeps = RecordDeps & {
  argocd: Pick<ArgocdSessions, 'open'>;
  /**
   * Time limit for each of the two requests to Argo CD. With the default, the API function still has time to answer.
   */
  argocdTimeoutMs?: number;
};
type Change = {
  /** The text of the resource's uuid in the URL. */
  uuidText: string;
  /** Parses the body. Called after all other checks. */
  optionsOf(definition: ResourceOptions, areLabels: boolean): OptionValues;
};

const ARGOCD_MS = 5_000;
/**
 * Waldur's error text (docs/spec/orders.md#options-of-a-resource). The text names two settings of the offering. In
 * Paddock, these settings are options of the provider and not of the offering.
 */
const NO_ARGOCD =
  'Failed to update the ArgoCD secret because "argocd_k8s_kubeconfig" or "argocd_k8s_namespace" is not set in the offering.';

/**
 * Finds the resource and checks for errors in this order: 404, 403, 409, 405. Waldur allows the change in any state.
 * Paddock refuses it for a resource that is Terminating or Terminated.
 */
async function changeable({ store, site }: OptionsDeps, caller: Caller, uuidText: string): Promise<Resource> {
  const resource = await getVisible(store.resources, 'Resource', uuidText, soldTo(caller));
  assertPermitted(caller, 'resource.update_options', resource);
  assertState(resource, ['Creating', 'OK', 'Updating', 'Erred']);
  assertNotReadOnly(site);
  return resource;
}

/**
 * Opens the Argo CD that gets the labels. If the resource is OK, throws when Argo CD is missing or lacks the cluster's
 * Secret. In any other state, this Secret may not exist yet, so nothing is checked.
 */
async function openArgocd(deps: OptionsDeps, { state }: Resource, cluster?: Cluster): Promise<Argocd | undefined> {
  if (!cluster?.managed) return undefined;
  const argocd = await deps.argocd.open(await rancherSettingsOf(deps, cluster.settingsUuid));
  if (state !== 'OK') return argocd;
  if (!argocd) throw new Invalid([NO_ARGOCD]);
  const name = argocdSecretName(cluster.uuid);
  if (!(await argocd.hasCluster(name))) throw new BackendNotFound(`Argo CD has no Secret ${name}.`);
  return argocd;
}

type Accepted = { resource: Resource; cluster?: Cluster; argocd: Argocd | undefined };

const clusterOf = async ({ store }: OptionsDeps, resource: Resource): Promise<Cluster | undefined> =>
  isOfCluster(resource) ? store.clusters.get(resource.clusterUuid) : undefined;

async function accept(deps: OptionsDeps, caller: Caller, { uuidText, optionsOf }: Change): Promise<Accepted> {
  const { store, clock, argocdTimeoutMs = ARGOCD_MS } = deps;
  const before = await changeable(deps, caller, uuidText);
  const [{ resourceOptions }, cluster] = await Promise.all([
    store.offerings.get(before.offeringUuid),
    clusterOf(deps, before),
  ]);
  const options = { ...before.options, ...optionsOf(resourceOptions, cluster?.managed !== undefined) };
  const argocd = await withTimeout(argocdTimeoutMs, () => openArgocd(deps, before, cluster));
  const resource = changed(before, clock.now(), { options });
  if (!isSameValue(options, before.options)) await store.commit(store.resources.replace(resource));
  return { resource, argocd, ...(cluster && { cluster }) };
}

/**
 * Merges new options into a resource's options. For a managed cluster, also merges them into the labels by which Argo
 * CD selects what to install. All checks come before the first write, including the check that Argo CD has a Secret of
 * the cluster. The record is written before the labels, so that every label has a record. If this call is interrupted,
 * a later call or the next renewal of Argo CD's access writes the labels.
 */
export async function updateResourceOptions(deps: OptionsDeps, caller: Caller, change: Change): Promise<Resource> {
  const { store, argocdTimeoutMs = ARGOCD_MS } = deps;
  const { resource, cluster, argocd } = await retryOnConflict(() => accept(deps, caller, change));
  if (argocd && cluster) await withTimeout(argocdTimeoutMs, () => labelArgocdCluster({ store, argocd }, cluster));
  return resource;
}
