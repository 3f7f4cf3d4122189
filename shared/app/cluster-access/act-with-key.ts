import { despiteDeadline } from '#shared/deadline';
import type { ActingRole } from '#shared/domain/cluster-access/acting-role';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { User } from '#shared/domain/identity/user';
import { AppError, BackendContractBroken } from '#shared/errors';
import type { Rancher } from '#shared/ports/rancher';
import type { KeyedRancher } from '#shared/ports/rancher/keyed-rancher';
import type { Clock, Ids } from '#shared/ports/runtime';
import { type ActingPlace, type ActingProjectsDeps, actingProjects } from './acting-projects.ts';
import { grantClusterAccess } from './cluster-access.ts';

type Deps = ActingProjectsDeps & { rancher: Rancher; clock: Clock; ids: Ids };
/** The person for whom Paddock acts, and the roles that the person has in the cluster now. */
export type Actor = { user: Pick<User, 'uuid' | 'username'>; role: ActingRole };
type OpenedWithKey = { charts: KeyedRancher; accountId: string };

/** A key is used at once, so it is valid for a short time. */
const KEY_MS = 5 * 60_000;
/** The account outlives every deadline of Helm, because Rancher's pod that runs Helm has the rights of the account. */
const ACCOUNT_MS = 6 * 3_600_000;
/** How long refusals are repeated, because Rancher applies new role bindings only after a moment. */
const PATIENCE_MS = 4_000;

/**
 * Creates an account that has exactly the roles of the person in the cluster, and opens a session with a key of this
 * account. Everything that Rancher does for this session has no more rights than the person. Throws NotAllowed if
 * Rancher does not let the account into the cluster, and BackendContractBroken if Rancher takes it for somebody else.
 */
export async function openWithKey(
  deps: Deps,
  cluster: ActingPlace & Pick<Cluster, 'name'>,
  { user, role }: Actor,
): Promise<OpenedWithKey> {
  const { rancher } = deps;
  const projects = role.project ? await actingProjects(deps, rancher, cluster) : [];
  const { bearer, accountId } = await grantClusterAccess(deps, {
    ...{ cluster, purpose: 'charts', role, projects, userUuid: user.uuid, ttlMs: ACCOUNT_MS, keyTtlMs: KEY_MS },
    ...{ name: `${user.username} in ${cluster.name}, for charts`, description: `charts in cluster ${cluster.uuid}` },
  });
  try {
    const charts = rancher.withKey(bearer, { patienceMs: PATIENCE_MS });
    const self = await charts.readSelf(cluster.backendId);
    if (self !== accountId) {
      throw new BackendContractBroken(`Rancher took the key of the account ${accountId} for a key of ${self}.`);
    }
    return { charts, accountId };
  } catch (error) {
    await despiteDeadline(() => rancher.deleteAccount(accountId));
    throw error;
  }
}

/** Deletes accounts. If Rancher does not answer, they stay until a sync job finds that they have ended. */
export async function deleteAccounts(rancher: Rancher, accountIds: readonly string[]): Promise<void> {
  for (const id of accountIds) {
    try {
      await despiteDeadline(() => rancher.deleteAccount(id));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }
}

/** Does the work with a key that has exactly the rights of the person, and then deletes the account of the key. */
export async function withKeyOf<T>(
  deps: Deps,
  cluster: ActingPlace & Pick<Cluster, 'name'>,
  actor: Actor,
  work: (charts: KeyedRancher) => Promise<T>,
): Promise<T> {
  const { charts, accountId } = await openWithKey(deps, cluster, actor);
  try {
    return await work(charts);
  } finally {
    await deleteAccounts(deps.rancher, [accountId]);
  }
}
