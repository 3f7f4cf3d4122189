import pMap from 'p-map';
import type { Uuid } from '#shared/domain/_core/identifier';
import { changed } from '#shared/domain/_core/record';
import {
  followedRoles,
  isIgnored,
  type RancherUserDiff,
  type RancherUserFacts,
} from '#shared/domain/cluster-access/diff-rancher-user';
import { projectRolesOf } from '#shared/domain/cluster-access/project-roles';
import type { RancherProject } from '#shared/domain/cluster-access/rancher-project';
import {
  newRancherUser,
  newRancherUserLink,
  type RancherUser,
  type RancherUserLink,
} from '#shared/domain/cluster-access/rancher-user';
import { fullNameOf, type User } from '#shared/domain/identity/user';
import { isFollowed } from '#shared/domain/marketplace/offering';
import type { RoleGrant } from '#shared/domain/organizations/role';
import { rancherUserLabels, userOfLabels } from '#shared/domain/planning/naming';
import { BackendConflict } from '#shared/errors';
import type { Rancher } from '#shared/ports/rancher';
import type { RancherAccount } from '#shared/ports/rancher/rancher-objects';
import type { Store } from '#shared/ports/store';
import { WHOLE_LIST } from '../../ports/repository.ts';
import { commitInChunks } from '../_core/commit-in-chunks.ts';
import type { SyncDeps } from '../providers/sync-job.ts';

type Deps = Pick<SyncDeps, 'store' | 'clock' | 'ids'>;
type ReconcileContext = { deps: Deps; rancher: Rancher; usernames: ReadUsers['usernames'] };
export type UserToReconcile = { read: ReadUser; diff: RancherUserDiff };

/**
 * Each role needs at most four items: its row and three counters. So six roles need 24 items, and a transaction may
 * have 25.
 */
const LINKS_PER_TRANSACTION = 6;

/**
 * Makes one account and its roles match the records. Rights are removed before any are added. Each account or binding
 * is recorded before its creation. So the next run finds it even if Rancher's answer is lost. The run finds an account
 * by its labels, and a binding by its role and its cluster.
 */
export async function reconcileRancherUser(context: ReconcileContext, item: UserToReconcile): Promise<void> {
  const { read, diff } = item;
  await revoke(context, diff.revoke);
  if (diff.account === 'remove') return remove(context, read);
  const record = read.record ?? (await insert(context.deps, read));
  if (!record) return;
  const granted = item.diff.grant.map(({ cluster, role }) =>
    newRancherUserLink(cluster, item.read.userUuid, role, context.deps.clock.now()),
  );
  await commitInChunks(
    context.deps.store,
    granted,
    (it) => [context.deps.store.rancherUserLinks.insert(it)],
    LINKS_PER_TRANSACTION,
  );

  const accountId = read.account?.id ?? (diff.makeAccount ? await make(context, read, record) : undefined);
  if (accountId !== undefined) {
    await reconcileAccount(context, item, accountId);
    for (const link of diff.bind) await bind(context, accountId, link);
    for (const link of granted) await bind(context, accountId, link, boundAs(read, link));
  }
  for (const { link, bindingId } of diff.renote) await note(context.deps, link, bindingId);
  await recordReconciled(context.deps, record, { ...item, accountId });
}

async function revoke({ deps: { store }, rancher }: ReconcileContext, links: RancherUserDiff['revoke']): Promise<void> {
  for (const id of links.flatMap(({ bindingIds }) => bindingIds)) await rancher.deleteRoleBinding('cluster', id);
  await commitInChunks(store, links, ({ link }) => [store.rancherUserLinks.remove(link)], LINKS_PER_TRANSACTION);
}

async function remove({ deps: { store }, rancher }: ReconcileContext, { account, record }: ReadUser): Promise<void> {
  if (account) await rancher.deleteAccount(account.id);
  if (record) await store.commit(store.rancherUsers.remove(record));
}

async function insert(
  { store, clock }: Deps,
  { user, wanted, settingsUuid }: ReadUser,
): Promise<RancherUser | undefined> {
  if (!user || wanted.length === 0) return undefined;
  const made = newRancherUser(settingsUuid, user, clock.now());
  await store.commit(store.rancherUsers.insert(made));
  return made;
}

/**
 * Creates the user's account. Its password is generated, sent to Rancher, and stored nowhere.
 * @throws BackendConflict when another account has the name; Paddock never takes over an account that it did not create
 */
async function make(
  { deps, rancher, usernames }: ReconcileContext,
  { user }: ReadUser,
  { settingsUuid, username }: RancherUser,
): Promise<string | undefined> {
  if (!user) return undefined;
  if (usernames.has(username))
    throw new BackendConflict(`Rancher already has an account named ${username} that Paddock did not create.`);
  const labels = rancherUserLabels({ settingsUuid, userUuid: user.uuid });
  const wanted = { username, name: nameOf(user), labels, password: deps.ids.token(), mustChangePassword: true };
  return (await rancher.createAccount(wanted)).id;
}
const nameOf = (user: User): string => fullNameOf(user) || user.username;

async function reconcileAccount(
  { rancher }: ReconcileContext,
  { read, diff }: UserToReconcile,
  id: string,
): Promise<void> {
  const change = {
    ...(diff.account === 'block' && { isEnabled: false }),
    ...(diff.account === 'unblock' && { isEnabled: true }),
    ...(diff.rename && read.user && { name: nameOf(read.user) }),
  };
  if (Object.keys(change).length > 0) await rancher.changeAccount(id, change);
  if (diff.allowLogin) await rancher.allowLogin(id);
}

const boundAs = ({ bindings }: ReadUser, { placeId, role }: RancherUserLink): string | undefined =>
  bindings.find((it) => it.placeId === placeId && it.roleTemplateId === role)?.id;

async function bind(
  { deps, rancher }: ReconcileContext,
  userId: string,
  link: RancherUserLink,
  found?: string,
): Promise<void> {
  const wanted = { placeId: link.placeId, roleTemplateId: link.role, userId };
  await note(deps, link, found ?? (await rancher.createRoleBinding('cluster', wanted)).id);
}

const note = ({ store, clock }: Deps, link: RancherUserLink, bindingId: string): Promise<void> =>
  store.commit(store.rancherUserLinks.replace(changed(link, clock.now(), { bindingId })));

type ReconciledUser = UserToReconcile & { accountId: string | undefined };

async function recordReconciled(
  { store, clock }: Deps,
  { lastError, blockedAt, ...record }: RancherUser,
  { read: { user, projectRoles }, diff, accountId }: ReconciledUser,
): Promise<void> {
  const now = clock.now();
  const since = diff.account === 'block' ? now.toISOString() : diff.account === 'unblock' ? undefined : blockedAt;
  const fields = {
    ...(accountId !== undefined && { backendId: accountId }),
    ...(user && { fullName: fullNameOf(user) }),
    ...(since !== undefined && { blockedAt: since }),
    ...(diff.noteProjectRoles && { projectRoles: [...projectRoles] }),
  };
  const next: RancherUser = { ...record, ...fields };
  const isSame = next.backendId === record.backendId && next.fullName === record.fullName && since === blockedAt;
  if (!isSame || diff.noteProjectRoles || lastError)
    await store.commit(store.rancherUsers.replace(changed(next, now, {})));
}

const AT_A_TIME = 8;

type ReadUser = RancherUserFacts & { settingsUuid: Uuid; userUuid: Uuid; account?: RancherAccount | undefined };
/**
 * The users to sync. `usernames` are the usernames of all accounts in Rancher, even of those that Paddock did not
 * create.
 */
type ReadUsers = { users: ReadUser[]; usernames: ReadonlySet<string> };

/** Reads all users who have an account or should have one. Compares lists of Rancher with the records. */
export async function readRancherUsers(
  store: Store,
  { rancher, accounts }: { rancher: Rancher; accounts: readonly RancherAccount[] },
  settingsUuid: Uuid,
): Promise<ReadUsers> {
  const projects = new Map((await store.rancherProjects.listByProvider(settingsUuid)).map((it) => [it.backendId, it]));
  const inRancher = await readRancher(rancher, accounts, { settingsUuid, projects });
  const records = new Map((await store.rancherUsers.listByProvider(settingsUuid)).map((it) => [it.userUuid, it]));
  const links = Map.groupBy(await store.rancherUserLinks.listByProvider(settingsUuid), ({ userUuid }) => userUuid);
  const { wanted, leftBe } = await readWanted(store, settingsUuid);
  const uuids = [...new Set([...wanted.keys(), ...records.keys(), ...links.keys()])];
  const people = new Map((await store.users.findAll(uuids)).filter((it) => it.isActive).map((it) => [it.uuid, it]));
  const users = uuids.map(
    (userUuid): ReadUser => ({
      settingsUuid,
      userUuid,
      user: people.get(userUuid),
      wanted: wanted.get(userUuid) ?? [],
      leftBe,
      record: records.get(userUuid),
      links: links.get(userUuid) ?? [],
      ...inRancher.of(userUuid),
    }),
  );
  return { users, usernames: inRancher.usernames };
}

type KnownPlaces = { settingsUuid: Uuid; projects: ReadonlyMap<string, RancherProject> };

async function readRancher(
  rancher: Rancher,
  accounts: readonly RancherAccount[],
  { settingsUuid, projects }: KnownPlaces,
) {
  const logins = new Set((await rancher.listLoginRights()).map(({ userId }) => userId));
  const bindings = Map.groupBy(await rancher.listRoleBindings('cluster'), ({ userId }) => userId ?? '');
  const inProjects = Map.groupBy(await rancher.listRoleBindings('project'), ({ userId }) => userId ?? '');
  const owned = new Map(accounts.map((it) => [userOfLabels(it.labels, settingsUuid), it]));
  return {
    usernames: new Set(accounts.map(({ username }) => username)),
    of(userUuid: Uuid) {
      const account = owned.get(userUuid);
      if (!account) return { mayLogIn: false, bindings: [], projectRoles: [] };
      return {
        account,
        mayLogIn: logins.has(account.id),
        bindings: bindings.get(account.id) ?? [],
        projectRoles: projectRolesOf(settingsUuid, inProjects.get(account.id) ?? [], projects),
      };
    },
  };
}

/**
 * Reads the roles that users have in Paddock. Reads only projects and customers that have suitable clusters. A cluster
 * is suitable if its offering asks for accounts in Rancher.
 */
async function readWanted(store: Store, settingsUuid: Uuid) {
  const everywhere = { visibility: 'all' } as const;
  const { items: offerings } = await store.offerings.list(everywhere, WHOLE_LIST, isFollowed);
  const asking = new Set(offerings.map(({ uuid }) => uuid));
  const { items } = await store.clusters.list(everywhere, WHOLE_LIST, (it) => it.settingsUuid === settingsUuid);
  const followed = items.filter((it) => asking.has(it.offeringUuid) && !isIgnored(it));
  const scopes = [...new Set(followed.flatMap(({ customerUuid, projectUuid }) => [customerUuid, projectUuid]))];
  const read = await pMap(scopes, async (uuid) => [uuid, await store.grants.listByScope(uuid)] as const, {
    concurrency: AT_A_TIME,
  });
  const grants = new Map<Uuid, RoleGrant[]>(read);
  return {
    wanted: followedRoles(followed, (uuid) => grants.get(uuid) ?? []),
    leftBe: new Set(items.filter(isIgnored).map(({ uuid }) => uuid)),
  };
}
