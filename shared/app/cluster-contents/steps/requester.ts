import { type Actor, deleteAccounts, openWithKey, withKeyOf } from '#shared/app/cluster-access/act-with-key';
import { type RancherDeps, rancherOf } from '#shared/app/providers/steps/rancher-deps';
import { actingRoleOf } from '#shared/domain/cluster-access/acting-role';
import type { AppRelease } from '#shared/domain/cluster-contents/apps/app-release';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { NotAllowed } from '#shared/errors';
import type { KeyedRancher } from '#shared/ports/rancher/keyed-rancher';
import { type AppTarget, changeRelease } from './app-of-operation.ts';

const LOST =
  'The user who requested this operation no longer has a role inside the cluster. A user with such a role can request it again.';

/**
 * The user who requested the operation, with the roles that this user has in the cluster now. Throws NotAllowed if the
 * user has lost them since the request, so nothing is sent to Rancher.
 */
async function requesterOf({ store }: RancherDeps, { requestedBy }: AppRelease, cluster: Cluster): Promise<Actor> {
  const { user, grants } = requestedBy === undefined ? { grants: [] } : await store.access.of(requestedBy);
  const role = user?.isActive ? actingRoleOf({ user, grants }, cluster) : undefined;
  if (user === undefined || role === undefined) throw new NotAllowed(LOST);
  return { user, role };
}

/** Does the work with a key that has exactly the rights of the user who requested the operation. */
export async function asRequester<T>(
  deps: RancherDeps,
  cluster: Cluster,
  release: AppRelease,
  work: (charts: KeyedRancher) => Promise<T>,
): Promise<T> {
  const actor = await requesterOf(deps, release, cluster);
  return withKeyOf({ ...deps, rancher: await rancherOf(deps, cluster) }, cluster, actor, work);
}

/**
 * Opens a session with a key that has exactly the rights of the user who requested the operation. The account of the
 * key stays until the operation has ended (`endAccess`), because Helm runs with its rights.
 */
export async function openForHelm(
  deps: RancherDeps,
  cluster: Cluster,
  target: AppTarget,
  release: AppRelease,
): Promise<KeyedRancher> {
  const actor = await requesterOf(deps, release, cluster);
  const { charts, accountId } = await openWithKey({ ...deps, rancher: await rancherOf(deps, cluster) }, cluster, actor);
  await changeRelease(deps, target, (known) => ({ ...known, accountIds: [...(known.accountIds ?? []), accountId] }));
  return charts;
}

/** Deletes the accounts with whose rights the operation was done. Call this when the operation has ended. */
export async function endAccess(deps: RancherDeps, cluster: Cluster, { accountIds = [] }: AppRelease): Promise<void> {
  if (accountIds.length > 0) await deleteAccounts(await rancherOf(deps, cluster), accountIds);
}
