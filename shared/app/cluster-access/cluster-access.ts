import { despiteDeadline } from '#shared/deadline';
import type { Uuid } from '#shared/domain/_core/identifier';
import { type AccessPurpose, accessAccountsOf, accessLabels } from '#shared/domain/cluster-access/cluster-access';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { ClusterKey, Rancher, RancherAccount } from '#shared/ports/rancher';
import type { Clock, Ids } from '#shared/ports/runtime';

type Deps = { rancher: Rancher; clock: Clock; ids: Ids };
type Wanted = {
  cluster: Pick<Cluster, 'uuid' | 'backendId'>;
  purpose: AccessPurpose;
  /** Whose it is, with whose right it ends. */
  userUuid?: Uuid;
  /** Of the account; absent: one that nobody has. */
  username?: string;
  /** How Rancher shows the account. */
  name: string;
  /** Of the key; accesses of an earlier release are known by it. */
  description: string;
  ttlMs: number;
};
export type ClusterAccess = ClusterKey & { accountId: string };

/** Everything in the one cluster, which is what those who get an access may do. */
const ROLE = 'cluster-owner';

/**
 * A key that opens one cluster, of an account of Rancher's made for it. The account has a role in that cluster and nothing else: one
 * without a global role may sign in and make keys, too. A key that only names a cluster would not do: the kubeconfig that Rancher
 * generates for it opens all that its account may. What a lost answer leaves behind is found by the account's labels.
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

/** Accounts that open the cluster; with the account all its keys end, those included that were generated with one. */
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
