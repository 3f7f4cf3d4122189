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
  /** The user of the access. It ends when the user's right ends. */
  userUuid?: Uuid;
  /** Username of the account. Absent for an account without one. */
  username?: string;
  /** Display name of the account in Rancher. */
  name: string;
  /** Description of the key. It identifies accesses of an earlier release. */
  description: string;
  ttlMs: number;
};
export type ClusterAccess = ClusterKey & { accountId: string };

/** Allows everything in the one cluster, as its users may do. */
const ROLE = 'cluster-owner';

/**
 * Creates a key for one cluster, of an account in Rancher made for it. The account has a role in that cluster and
 * nothing else; accounts without a global role can sign in and create keys. A key of the provider's account would not
 * do, even if limited to the cluster: the kubeconfig that Rancher generates with it has all rights of that account. The
 * account's labels find it when an answer was lost.
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

/** Accounts for the cluster. Deleting an account ends all its keys, also those that were generated with one. */
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
