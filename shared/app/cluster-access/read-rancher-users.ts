import pMap from 'p-map';
import type { Uuid } from '#shared/domain/_core/identifier';
import { followedRoles, isIgnored, type RancherUserFacts } from '#shared/domain/cluster-access/diff-rancher-user';
import { isFollowed } from '#shared/domain/marketplace/offering';
import type { RoleGrant } from '#shared/domain/organizations/role';
import { userOfLabels } from '#shared/domain/planning/naming';
import type { Rancher } from '#shared/ports/rancher';
import type { RancherAccount } from '#shared/ports/rancher-objects';
import type { Store } from '#shared/ports/store';
import { WHOLE_LIST } from '../../ports/repository.ts';

const AT_A_TIME = 8;

export type ReadUser = RancherUserFacts & { settingsUuid: Uuid; userUuid: Uuid; account?: RancherAccount | undefined };
/** `usernames`: all usernames of accounts in Rancher, also of those that are not ours. */
export type ReadUsers = { users: ReadUser[]; usernames: ReadonlySet<string> };

/** All users who have, or should have, an account: from the accounts and two more lists of Rancher, and the records. */
export async function readRancherUsers(
  store: Store,
  { rancher, accounts }: { rancher: Rancher; accounts: readonly RancherAccount[] },
  settingsUuid: Uuid,
): Promise<ReadUsers> {
  const inRancher = await readRancher(rancher, accounts, settingsUuid);
  const records = new Map((await store.rancherUsers.listByProvider(settingsUuid)).map((it) => [it.userUuid, it]));
  const links = Map.groupBy(await store.rancherUserLinks.listByProvider(settingsUuid), ({ userUuid }) => userUuid);
  const { wanted, leftBe } = await readWanted(store, settingsUuid);
  const uuids = [...new Set([...wanted.keys(), ...records.keys(), ...links.keys()])];
  const people = new Map((await store.users.findAll(uuids)).filter((it) => it.isActive).map((it) => [it.uuid, it]));
  const users = uuids.map(
    (userUuid): ReadUser => ({
      ...{ settingsUuid, userUuid, user: people.get(userUuid), wanted: wanted.get(userUuid) ?? [], leftBe },
      ...{ record: records.get(userUuid), links: links.get(userUuid) ?? [] },
      ...inRancher.of(userUuid),
    }),
  );
  return { users, usernames: inRancher.usernames };
}

async function readRancher(rancher: Rancher, accounts: readonly RancherAccount[], settingsUuid: Uuid) {
  const logins = new Set((await rancher.listLoginRights()).map(({ userId }) => userId));
  const bindings = Map.groupBy(await rancher.listRoleBindings('cluster'), ({ userId }) => userId ?? '');
  const owned = new Map(accounts.map((it) => [userOfLabels(it.labels, settingsUuid), it]));
  return {
    usernames: new Set(accounts.map(({ username }) => username)),
    of(userUuid: Uuid) {
      const account = owned.get(userUuid);
      if (!account) return { mayLogIn: false, bindings: [] };
      return { account, mayLogIn: logins.has(account.id), bindings: bindings.get(account.id) ?? [] };
    },
  };
}

/** Roles in Paddock, by project and customer of the clusters with synced accounts. */
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
