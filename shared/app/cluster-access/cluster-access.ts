import { despiteDeadline } from '#shared/deadline';
import type { Uuid } from '#shared/domain/_core/identifier';
import { actingBindings } from '#shared/domain/cluster-access/acting-account';
import type { ActingRole } from '#shared/domain/cluster-access/acting-role';
import { type AccessPurpose, accessAccountsOf, accessLabels } from '#shared/domain/cluster-access/cluster-access';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { Rancher } from '#shared/ports/rancher';
import type { ClusterKey, RancherAccount } from '#shared/ports/rancher/rancher-objects';
import type { Clock, Ids } from '#shared/ports/runtime';

type Deps = { rancher: Rancher; clock: Clock; ids: Ids };
type Wanted = {
  cluster: Pick<Cluster, 'uuid' | 'backendId'>;
  purpose: AccessPurpose;
  /** The account gets exactly these roles. */
  role: ActingRole;
  /** Rancher's ids of the projects in which the account gets the role for projects. Default: none. */
  projects?: readonly string[];
  /**
   * The user who gets the access. The access ends when the user loses the right to the cluster. Argo CD's access has no
   * user.
   */
  userUuid?: Uuid;
  /** Username of the account. Default: a new random name. */
  username?: string;
  name: string;
  /** Description of the key. Paddock finds keys of its earlier releases by their description. */
  description: string;
  /** Lifetime of the account, and of the key unless `keyTtlMs` is given. */
  ttlMs: number;
  keyTtlMs?: number;
};
export type ClusterAccess = ClusterKey & { accountId: string };

/** Binds the account to the role in the cluster, and to the role in the projects. */
async function bindRoles(
  rancher: Rancher,
  userId: string,
  { cluster: { backendId }, role, projects = [] }: Pick<Wanted, 'cluster' | 'role' | 'projects'>,
): Promise<void> {
  for (const { context, ...binding } of actingBindings(role, backendId, projects)) {
    await rancher.createRoleBinding(context, { ...binding, userId });
  }
}

/**
 * Creates an account in Rancher, and a key of this account. The account has roles in one cluster only. The account
 * needs no global role, because Rancher lets every account sign in and create keys. A key of the provider's own account
 * would be dangerous, even if the key is limited to one cluster. With such a key, Rancher generates kubeconfigs that
 * have all rights of the provider's account. If Rancher's answer is lost, the new account is found by its labels.
 */
export async function grantClusterAccess({ rancher, clock, ids }: Deps, wanted: Wanted): Promise<ClusterAccess> {
  const { cluster, purpose, username = `paddock-${purpose}-${ids.uuid()}`, name, description, ttlMs } = wanted;
  const endsAt = new Date(clock.now().getTime() + ttlMs);
  const { role, userUuid } = wanted;
  const labels = accessLabels({ clusterUuid: cluster.uuid, purpose, role, endsAt, userUuid });
  const password = ids.token();
  const account = await rancher.createAccount({ username, name, labels, password, mustChangePassword: false });
  try {
    await bindRoles(rancher, account.id, wanted);
    const key = await rancher.createAccountKey(
      { username, password },
      { clusterId: cluster.backendId, description, ttlMs: wanted.keyTtlMs ?? ttlMs },
    );
    return { ...key, accountId: account.id };
  } catch (error) {
    await despiteDeadline(() => rancher.deleteAccount(account.id));
    throw error;
  }
}

/**
 * Lists the accounts for the cluster. Deleting an account ends all its keys, even those in kubeconfigs that
 * Rancher generated for the account.
 */
export const listClusterAccess = async (
  rancher: Rancher,
  { uuid }: Pick<Cluster, 'uuid'>,
  ...purposes: AccessPurpose[]
): Promise<RancherAccount[]> => accessAccountsOf(await rancher.listAccounts(), uuid, purposes);

export async function revokeClusterAccess(
  rancher: Rancher,
  accounts: readonly Pick<RancherAccount, 'id'>[],
): Promise<void> {
  for (const { id } of accounts) await rancher.deleteAccount(id);
}
