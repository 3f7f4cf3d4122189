import { changed } from '#shared/domain/_core/record';
import type { RancherUserDiff } from '#shared/domain/cluster-access/diff-rancher-user';
import {
  newRancherUser,
  newRancherUserLink,
  type RancherUser,
  type RancherUserLink,
} from '#shared/domain/cluster-access/rancher-user';
import { fullNameOf, type User } from '#shared/domain/identity/user';
import { rancherUserLabels } from '#shared/domain/planning/naming';
import { BackendConflict } from '#shared/errors';
import type { Rancher } from '#shared/ports/rancher';
import { commitInChunks } from '../_core/commit-in-chunks.ts';
import type { PassDeps } from '../providers/pass.ts';
import type { ReadUser, ReadUsers } from './read-rancher-users.ts';

type Deps = Pick<PassDeps, 'store' | 'clock' | 'ids'>;
type Settling = { deps: Deps; rancher: Rancher; usernames: ReadUsers['usernames'] };
export type UserToSettle = { read: ReadUser; diff: RancherUserDiff };

/** A role is one row and three counters, of places that may all be different. */
const LINKS_PER_TRANSACTION = 6;

/**
 * Makes one account and its roles what they should be. What is taken away goes first; what is given is recorded before it is made, so that
 * an answer that was lost is found again: the account by its labels, a binding by its place and role.
 */
export async function settleRancherUser(settling: Settling, item: UserToSettle): Promise<void> {
  const { read, diff } = item;
  await revoke(settling, diff.revoke);
  if (diff.account === 'remove') return remove(settling, read);
  const record = read.record ?? (await insert(settling.deps, read));
  if (!record) return;
  const granted = await grant(settling.deps, item);
  const accountId = read.account?.id ?? (diff.makeAccount ? await make(settling, read, record) : undefined);
  if (accountId !== undefined) {
    await settleAccount(settling, item, accountId);
    for (const link of diff.bind) await bind(settling, accountId, link);
    for (const link of granted) await bind(settling, accountId, link, boundAs(read, link));
  }
  for (const { link, bindingId } of diff.renote) await note(settling.deps, link, bindingId);
  await recordSettled(settling.deps, record, { ...item, accountId });
}

async function revoke({ deps: { store }, rancher }: Settling, links: RancherUserDiff['revoke']): Promise<void> {
  for (const id of links.flatMap(({ bindingIds }) => bindingIds)) await rancher.deleteRoleBinding('cluster', id);
  await commitInChunks(store, links, ({ link }) => [store.rancherUserLinks.remove(link)], LINKS_PER_TRANSACTION);
}

async function remove({ deps: { store }, rancher }: Settling, { account, record }: ReadUser): Promise<void> {
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
 * Nobody knows the password: it is made, handed to Rancher and forgotten.
 * @throws BackendConflict where somebody else's account has the name; it is never taken over
 */
async function make(
  { deps, rancher, usernames }: Settling,
  { user }: ReadUser,
  { settingsUuid, username }: RancherUser,
): Promise<string | undefined> {
  if (!user) return undefined;
  if (usernames.has(username)) throw new BackendConflict(`Rancher has another account named ${username}`);
  const labels = rancherUserLabels({ settingsUuid, userUuid: user.uuid });
  const wanted = { username, name: nameOf(user), labels, password: deps.ids.token(), mustChangePassword: true };
  return (await rancher.createAccount(wanted)).id;
}
const nameOf = (user: User): string => fullNameOf(user) || user.username;

async function grant({ store, clock }: Deps, { read, diff }: UserToSettle): Promise<RancherUserLink[]> {
  const links = diff.grant.map(({ cluster, role }) => newRancherUserLink(cluster, read.userUuid, role, clock.now()));
  await commitInChunks(store, links, (it) => [store.rancherUserLinks.insert(it)], LINKS_PER_TRANSACTION);
  return links;
}

async function settleAccount({ rancher }: Settling, { read, diff }: UserToSettle, id: string): Promise<void> {
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

async function bind({ deps, rancher }: Settling, userId: string, link: RancherUserLink, found?: string): Promise<void> {
  const wanted = { placeId: link.placeId, roleTemplateId: link.role, userId };
  await note(deps, link, found ?? (await rancher.createRoleBinding('cluster', wanted)).id);
}

const note = ({ store, clock }: Deps, link: RancherUserLink, bindingId: string): Promise<void> =>
  store.commit(store.rancherUserLinks.replace(changed(link, clock.now(), { bindingId })));

type Settled = UserToSettle & { accountId: string | undefined };

async function recordSettled(
  { store, clock }: Deps,
  { lastError, blockedAt, ...record }: RancherUser,
  { read: { user }, diff, accountId }: Settled,
): Promise<void> {
  const now = clock.now();
  const since = diff.account === 'block' ? now.toISOString() : diff.account === 'unblock' ? undefined : blockedAt;
  const fields = {
    ...(accountId !== undefined && { backendId: accountId }),
    ...(user && { fullName: fullNameOf(user) }),
    ...(since !== undefined && { blockedAt: since }),
  };
  const next: RancherUser = { ...record, ...fields };
  const isSame = next.backendId === record.backendId && next.fullName === record.fullName && since === blockedAt;
  if (!isSame || lastError) await store.commit(store.rancherUsers.replace(changed(next, now, {})));
}
