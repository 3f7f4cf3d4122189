import { despiteDeadline } from '#shared/deadline';
import type { Uuid } from '#shared/domain/_core/identifier';
import { type AccessPurpose, accessAccountsOf, accessLabels } from '#shared/domain/cluster-access/cluster-access';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { Rancher } from '#shared/ports/rancher';
import type { ClusterKey, RancherAccount } from '#shared/ports/rancher-objects';
import type { Clock, Ids } from '#shared/ports/runtime';

type Deps = { rancher: Rancher; clock: Clock; ids: Ids };
type Wanted = {
  cluster: Pick<Cluster, 'uuid' | 'backendId'>;
  purpose: AccessPurpose;
  /** The user who gets the access. The access ends when the user loses the right to it. */
  userUuid?: Uuid;
  /** Username of the account. By default a new name is made. */
  username?: string;
  /** Display name of the account in Rancher. */
  name: string;
  /** Description of the key. Keys of earlier releases are found by their description. */
  description: string;
  ttlMs: number;
};
export type ClusterAccess = ClusterKey & { accountId: string };

/** Role that allows everything in this one cluster, and nothing outside it. */
const ROLE = 'cluster-owner';

/**
 * Creates an account in Rancher for one cluster, and a key of that account. The account has a role in that cluster
 * only. Rancher lets accounts without a global role sign in and create keys. A key of the provider's account is not
 * used, not even a key for one cluster only: from such a key, Rancher would generate kubeconfigs with all rights of the
 * provider's account. If Rancher's answer is lost, the new account is found by its labels.
 */
export async function grantClusterAccess({ rancher, clock, ids }: Deps, wanted: Wanted): Promise<ClusterAccess> {
  const { cluster, purpose, username = `paddock-${purpose}-${ids.uuid()}`, name, description, ttlMs } = wanted;
  const endsAt = new Date(clock.now().getTime() + ttlMs);
  const labels = accessLabels({ clusterUuid: cluster.uuid, purpose, endsAt, userUuid: wanted.userUuid });
  const password = ids.token();
  const account = await rancher.createAccount({ username, name, labels, password, mustChangePassword: false });
  try {
    await rancher.createRoleBinding('cluster', {
      placeId: cluster.backendId,
      roleTemplateId: ROLE,
      userId: account.id,
    });
    const key = await rancher.createAccountKey(
      { username, password },
      { clusterId: cluster.backendId, description, ttlMs },
    );
    return { ...key, accountId: account.id };
  } catch (error) {
    await despiteDeadline(() => rancher.deleteAccount(account.id));
    throw error;
  }
}

/**
 * Lists the accounts for the cluster. Deleting an account ends all its keys, also the keys in kubeconfigs that Rancher
 * generated for the account.
 */
export const listClusterAccess = async (
  rancher: Rancher,
  { uuid }: Pick<Cluster, 'uuid'>,
  purpose?: AccessPurpose,
): Promise<RancherAccount[]> => accessAccountsOf(await rancher.listAccounts(), uuid, purpose);

export async function revokeClusterAccess(
  rancher: Rancher,
  accounts: readonly Pick<RancherAccount, 'id'>[],
): Promise<void> {
  for (const { id } of accounts) await rancher.deleteAccount(id);
}
