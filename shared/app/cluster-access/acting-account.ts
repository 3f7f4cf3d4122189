import { LRUCache } from 'lru-cache';
import pMap from 'p-map';
import {
  type AccountBinding,
  actingBindings,
  actingEnd,
  actingUsername,
  diffActingBindings,
  mustExtend,
} from '#shared/domain/cluster-access/acting-account';
import type { ActingRole } from '#shared/domain/cluster-access/acting-role';
import { accessLabels, endOfAccess, hasOtherRole, isAccessOf } from '#shared/domain/cluster-access/cluster-access';
import { isOfTheCluster } from '#shared/domain/cluster-access/rancher-project';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { User } from '#shared/domain/identity/user';
import { BackendConflict, BackendRejected, NotAllowed } from '#shared/errors';
import type { ActingSessions, Rancher } from '#shared/ports/rancher';
import type { NewRoleBinding, RancherAccount } from '#shared/ports/rancher/rancher-objects';
import type { Clock, Ids } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { type ActingPlace, type ActingProjectsDeps, actingProjects } from './acting-projects.ts';

export type ActingDeps = {
  store: ActingProjectsDeps['store'] & Pick<Store, 'rancherUsers'>;
  rancher: ActingSessions;
  clock: Clock;
  ids: Ids;
};
type Wanted = {
  rancher: Rancher;
  cluster: ActingPlace & Pick<Cluster, 'name'>;
  user: User;
  role: ActingRole;
};
/** `isNew`: Rancher may still be applying bindings that were just made. */
export type ActingAs = { accountId: string; isNew: boolean };

const AT_ONCE = 5;
/** How long a process trusts that an account has its bindings and is its person. */
const KEPT_MS = 60_000;
const MAX_KEPT = 1000;

/** An account whose bindings and identity were checked. `roles` are the role and the projects for which it was checked. */
type Checked = { accountId: string; roles: string; until: number };
/** The checked accounts of this process, by the sessions with which they were read. */
const checkedAccounts = new WeakMap<ActingSessions, LRUCache<string, Checked>>();

function checkedIn(sessions: ActingSessions): LRUCache<string, Checked> {
  const known = checkedAccounts.get(sessions) ?? new LRUCache<string, Checked>({ max: MAX_KEPT });
  checkedAccounts.set(sessions, known);
  return known;
}

/** Whose account it is, and the roles that it must have. A project that is recorded later makes new bindings necessary. */
async function whatToCheck({ store }: ActingDeps, { cluster, user, role }: Wanted) {
  const { settingsUuid, uuid: clusterUuid } = cluster;
  const projects = role.project ? await store.rancherProjects.listByCluster({ settingsUuid, clusterUuid }) : [];
  const places = projects.map((it) => `${it.backendId} ${isOfTheCluster(it)}`).sort();
  return {
    key: `${clusterUuid}/${user.uuid}`,
    roles: JSON.stringify([cluster.backendId, role.cluster, role.project, places]),
  };
}

const DISABLED = 'Your account in Rancher is disabled, so nothing can be done in the cluster as you.';

/** Throws NotAllowed if Rancher's administrator has disabled the account. Rancher would still let Paddock act as it. */
function assertEnabled({ isEnabled }: RancherAccount): void {
  if (!isEnabled) throw new NotAllowed(DISABLED);
}

/** Throws NotAllowed if the person's own account in Rancher is disabled, unless Paddock itself has blocked it. */
async function assertPersonEnabled({ store }: ActingDeps, { rancher, cluster, user }: Wanted): Promise<void> {
  const [own] = await store.rancherUsers.findAll([{ settingsUuid: cluster.settingsUuid, userUuid: user.uuid }]);
  if (own?.backendId === undefined || own.blockedAt !== undefined) return;
  const account = await rancher.findAccount(own.backendId);
  if (account) assertEnabled(account);
}

async function findActingAccount({ rancher, cluster, user }: Wanted): Promise<RancherAccount | undefined> {
  const username = actingUsername(cluster.uuid, user.uuid);
  const found = await rancher.listAccountsNamed(username);
  const ours = found.filter((it) =>
    isAccessOf(it, { clusterUuid: cluster.uuid, purpose: 'acting', userUuid: user.uuid }),
  );
  if (ours.length < found.length)
    throw new BackendConflict(`Rancher has an account named ${username} that Paddock did not create.`);
  return ours.sort((one, other) => (one.id < other.id ? -1 : 1))[0];
}

const labelsOf = ({ clock }: ActingDeps, { cluster, user, role }: Wanted): Record<string, string> =>
  accessLabels({
    clusterUuid: cluster.uuid,
    purpose: 'acting',
    role,
    userUuid: user.uuid,
    endsAt: actingEnd(clock.now()),
  });

/** Creates the account. Its password is random, sent to Rancher, and stored nowhere, so nobody can sign in with it. */
async function createActingAccount(deps: ActingDeps, wanted: Wanted): Promise<RancherAccount> {
  const { rancher, cluster, user } = wanted;
  try {
    return await rancher.createAccount({
      username: actingUsername(cluster.uuid, user.uuid),
      name: `${user.username} in ${cluster.name}, through Paddock`,
      labels: labelsOf(deps, wanted),
      password: deps.ids.token(),
      mustChangePassword: false,
    });
  } catch (error) {
    // A concurrent call may have created the account.
    const found =
      error instanceof BackendRejected || error instanceof BackendConflict
        ? await findActingAccount(wanted)
        : undefined;
    if (found === undefined) throw error;
    return found;
  }
}

async function bindingsOf(rancher: Rancher, userId: string) {
  const [inClusters, inProjects] = await Promise.all([
    rancher.listBindingsOfUser('cluster', userId),
    rancher.listBindingsOfUser('project', userId),
  ]);
  return [
    ...inClusters.map((it) => ({ ...it, context: 'cluster' as const })),
    ...inProjects.map((it) => ({ ...it, context: 'project' as const })),
  ];
}

const newBinding = ({ placeId, roleTemplateId }: AccountBinding, userId: string): NewRoleBinding => ({
  placeId,
  roleTemplateId,
  userId,
});

/** Makes the account's bindings exactly those of the role. Surplus bindings are removed first. Returns what was made. */
async function reconcileBindings(deps: ActingDeps, wanted: Wanted, userId: string): Promise<AccountBinding[]> {
  const { rancher, cluster, role } = wanted;
  const [found, projects] = await Promise.all([
    bindingsOf(rancher, userId),
    role.project ? actingProjects(deps, rancher, cluster) : [],
  ]);
  const { create, remove } = diffActingBindings(actingBindings(role, cluster.backendId, projects), found);
  await pMap(remove, ({ context, id }) => rancher.deleteRoleBinding(context, id), { concurrency: AT_ONCE });
  await pMap(create, (it) => rancher.createRoleBinding(it.context, newBinding(it, userId)), { concurrency: AT_ONCE });
  return create;
}

async function ensureChecked(deps: ActingDeps, wanted: Wanted): Promise<ActingAs> {
  const { rancher } = wanted;
  const [found] = await Promise.all([findActingAccount(wanted), assertPersonEnabled(deps, wanted)]);
  const account = found ?? (await createActingAccount(deps, wanted));
  assertEnabled(account);
  if (mustExtend(endOfAccess(account), deps.clock.now()) || hasOtherRole(account, wanted.role))
    await rancher.changeAccount(account.id, { labels: { ...account.labels, ...labelsOf(deps, wanted) } });
  const made = await reconcileBindings(deps, wanted, account.id);
  return { accountId: account.id, isNew: made.length > 0 };
}

/**
 * Finds or creates the person's account in the cluster, and makes sure that it has exactly the bindings of the role. An
 * account that was checked a moment ago is only asked whether it is still enabled. `review` proves that Rancher lets
 * Paddock act as the account, and is called once for each checked account. Throws NotAllowed for a disabled account.
 */
export async function ensureActingAccount(
  deps: ActingDeps,
  wanted: Wanted,
  review: (as: ActingAs) => Promise<void>,
): Promise<ActingAs> {
  const checked = checkedIn(deps.rancher);
  const { key, roles } = await whatToCheck(deps, wanted);
  const known = checked.get(key);
  if (known?.roles === roles && deps.clock.now().getTime() < known.until) {
    const account = await wanted.rancher.findAccount(known.accountId);
    if (account) {
      assertEnabled(account);
      return { accountId: known.accountId, isNew: false };
    }
  }
  checked.delete(key);
  const as = await ensureChecked(deps, wanted);
  await review(as);
  checked.set(key, { accountId: as.accountId, roles, until: deps.clock.now().getTime() + KEPT_MS });
  return as;
}
