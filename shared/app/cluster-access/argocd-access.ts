import { ARGOCD_TOKEN_LIFE_MS, renewalOf } from '#shared/domain/cluster-access/cluster-access';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { argocdLabels, argocdSecretName, argocdTokenDescription } from '#shared/domain/planning/naming';
import type { RancherSettings } from '#shared/domain/providers/service-settings';
import { BackendConflict, BackendRejected } from '#shared/errors';
import type { Argocd, ArgocdSessions } from '#shared/ports/argocd';
import type { Rancher, RancherSessions } from '#shared/ports/rancher';
import type { Clock, Ids } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { rancherSettingsOf } from '../providers/settings-of.ts';
import { type ClusterAccess, grantClusterAccess, listClusterAccess, revokeClusterAccess } from './cluster-access.ts';
import { labelArgocdCluster } from './label-argocd-cluster.ts';

export type ArgocdDeps = { store: Store; rancher: RancherSessions; argocd: ArgocdSessions; clock: Clock; ids: Ids };
/**
 * The two systems behind Argo CD's access to a cluster. Rancher issues the key, and Argo CD stores it. `argocd` is
 * undefined when the provider no longer has an Argo CD.
 */
type Ends = { settings: RancherSettings; rancher: Rancher; argocd: Argocd | undefined };

async function endsOf(deps: ArgocdDeps, { settingsUuid }: Cluster): Promise<Ends> {
  const settings = await rancherSettingsOf(deps, settingsUuid);
  const [rancher, argocd] = await Promise.all([deps.rancher.open(settings), deps.argocd.open(settings)]);
  return { settings, rancher, argocd };
}

/**
 * Lists the keys that an earlier release of Paddock gave to Argo CD for this cluster. These keys belong to the account
 * that Paddock itself uses in the provider's Rancher.
 */
async function earlierKeysOf(rancher: Rancher, { uuid, backendId, argocdToken }: Cluster) {
  if (backendId === '' || argocdToken === undefined || argocdToken.accountId !== undefined) return [];
  const description = argocdTokenDescription(uuid);
  return (await rancher.listClusterTokens(backendId)).filter((key) => key.description === description);
}
async function revokeEarlierKeys(rancher: Rancher, cluster: Cluster): Promise<void> {
  for (const { id } of await earlierKeysOf(rancher, cluster)) await rancher.deleteClusterToken(id);
}

/**
 * Deletes all of the cluster's accounts for Argo CD except the given one. An earlier attempt may have created an
 * account that is not recorded, because Rancher's answer was lost.
 */
async function revokeOthers(rancher: Rancher, cluster: Cluster, accountId?: string): Promise<void> {
  const accounts = await listClusterAccess(rancher, cluster, 'argocd');
  await revokeClusterAccess(
    rancher,
    accounts.filter(({ id }) => id !== accountId),
  );
}

/**
 * Creates the cluster's first account for Argo CD. The account's name contains the cluster's uuid. Rancher refuses this
 * name if an earlier attempt has left an account. In this case, deletes all the cluster's accounts for Argo CD and
 * creates one with a random name.
 */
async function grantFirst(
  deps: Pick<ArgocdDeps, 'clock' | 'ids'> & { rancher: Rancher },
  cluster: Cluster,
): Promise<ClusterAccess> {
  try {
    return await grantClusterAccess(deps, { ...accessTo(cluster), username: `paddock-argocd-${cluster.uuid}` });
  } catch (error) {
    if (!(error instanceof BackendRejected || error instanceof BackendConflict)) throw error;
    await revokeOthers(deps.rancher, cluster);
    return grantClusterAccess(deps, accessTo(cluster));
  }
}

const accessTo = (cluster: Cluster) => ({
  cluster,
  purpose: 'argocd' as const,
  role: { cluster: 'cluster-owner' } as const,
  name: `Argo CD in ${cluster.name}`,
  description: argocdTokenDescription(cluster.uuid),
  ttlMs: ARGOCD_TOKEN_LIFE_MS,
});

type Granted = { argocd: Argocd; server: string; access: ClusterAccess; caData: string };

async function putInArgocd(deps: ArgocdDeps, cluster: Cluster, { argocd, server, access, caData }: Granted) {
  const { uuid, name, installLonghorn } = cluster;
  await argocd.putCluster({
    secretName: argocdSecretName(uuid),
    name,
    server,
    bearerToken: access.bearer,
    ...(caData !== '' && { caData }),
    labels: argocdLabels(uuid, installLonghorn),
  });
  await labelArgocdCluster({ store: deps.store, argocd }, cluster);
}

/**
 * Creates an account in Rancher with a new key for this cluster. Gives the key to Argo CD, and deletes earlier
 * accounts. Safe to repeat. If Rancher's answer to an earlier attempt was lost, the account of that attempt is deleted,
 * too. Returns undefined when the provider has no Argo CD.
 */
export async function grantArgocdAccess(deps: ArgocdDeps, cluster: Cluster): Promise<Cluster['argocdToken']> {
  const { settings, rancher, argocd } = await endsOf(deps, cluster);
  if (!argocd) {
    // If the provider had an Argo CD earlier, the access of that Argo CD may still exist.
    await revokeArgocdAccess(deps, cluster);
    return undefined;
  }
  const isFirst = cluster.argocdToken === undefined;
  const inRancher = { ...deps, rancher };
  // Stop now if Argo CD does not answer, because each failed renewal would leave one more account for a month.
  if (!isFirst) await argocd.hasCluster(argocdSecretName(cluster.uuid));
  const [access, caData] = await Promise.all([
    isFirst ? grantFirst(inRancher, cluster) : grantClusterAccess(inRancher, accessTo(cluster)),
    rancher.caBundle(),
  ]);
  const server = `${settings.options.backendUrl}/k8s/clusters/${cluster.backendId}`;
  await putInArgocd(deps, cluster, { argocd, server, access, caData });
  if (!isFirst) {
    await revokeOthers(rancher, cluster, access.accountId);
    await revokeEarlierKeys(rancher, cluster);
  }
  const { id, accountId, expiresAt } = access;
  const renewAt = renewalOf(deps.clock.now(), expiresAt);
  return { id, accountId, ...(expiresAt !== undefined && { expiresAt }), ...(renewAt !== undefined && { renewAt }) };
}

/**
 * Removes the cluster from Argo CD. In Rancher, deletes the accounts and keys that Argo CD has for the cluster. Also
 * succeeds if none of these exists.
 */
export async function revokeArgocdAccess(deps: ArgocdDeps, cluster: Cluster): Promise<void> {
  const { rancher, argocd } = await endsOf(deps, cluster);
  await argocd?.deleteCluster(argocdSecretName(cluster.uuid));
  await revokeClusterAccess(rancher, await listClusterAccess(rancher, cluster, 'argocd'));
  await revokeEarlierKeys(rancher, cluster);
}

/**
 * Lists the objects that still give Argo CD access to the cluster, by the names that operators find in Argo CD and
 * Rancher. An empty list proves that nothing is left.
 */
export async function argocdAccessLeft(deps: ArgocdDeps, cluster: Cluster): Promise<string[]> {
  const { rancher, argocd } = await endsOf(deps, cluster);
  const secret = argocdSecretName(cluster.uuid);
  const [isKnown, accounts, keys] = await Promise.all([
    argocd?.hasCluster(secret),
    listClusterAccess(rancher, cluster, 'argocd'),
    earlierKeysOf(rancher, cluster),
  ]);
  return [
    ...(isKnown ? [`Secret ${secret} in Argo CD`] : []),
    ...accounts.map(({ username }) => `account ${username} in Rancher`),
    ...keys.map(({ id }) => `API key ${id} in Rancher`),
  ];
}

/**
 * Updates the labels of the cluster's Secret in Argo CD. Returns false if Argo CD does not have the cluster, or if the
 * cluster's record has no key for Argo CD.
 */
export async function keepArgocdAccess(deps: ArgocdDeps, cluster: Cluster): Promise<boolean> {
  if (cluster.argocdToken === undefined) return false;
  const { argocd } = await endsOf(deps, cluster);
  if (!argocd || !(await argocd.hasCluster(argocdSecretName(cluster.uuid)))) return false;
  await labelArgocdCluster({ store: deps.store, argocd }, cluster);
  return true;
}
