import type { Uuid } from '#shared/domain/_core/identifier';
import { brakeRemoval } from '#shared/domain/cluster-access/deletion-brake';
import { diffRancherUser, isReconciled, type RancherUserDiff } from '#shared/domain/cluster-access/diff-rancher-user';
import { isFollowed, type Offering } from '#shared/domain/marketplace/offering';
import type { Store } from '#shared/ports/store';
import { WHOLE_LIST } from '../../ports/repository.ts';
import { forEachIsolated } from '../_core/for-each-isolated.ts';
import { identifyRancher } from '../providers/identify-rancher.ts';
import { noteOnRancherUser } from '../providers/note-failure.ts';
import type { Pass, SyncReport } from '../providers/sync-job.ts';
import { readRancherUsers, reconcileRancherUser, type UserToReconcile } from './reconcile-rancher-user.ts';

/**
 * Makes accounts in the provider's Rancher, and their roles in its clusters, match the roles in Paddock (S0-053,
 * S0-055). Writes only differences. Changes only accounts with Paddock's mark, and only roles that Paddock has
 * recorded.
 */
export const syncRancherUsers: Pass = async (deps, provider, last) => {
  const { store, clock, brake, log, site } = deps;
  const rancher = await deps.rancher.open(provider);
  if (provider.identity === undefined) await identifyRancher(deps, provider, rancher);
  const accounts = await rancher.listAccounts();
  if (site.disableAutomanagementOfUsers || !(await isFollowedAt(store, provider.uuid))) {
    return { report: { written: 0, removed: 0, failed: 0 }, memory: last };
  }
  const { users, usernames } = await readRancherUsers(store, { rancher, accounts }, provider.uuid);
  const diffs = users.map((read): UserToReconcile => ({ read, diff: diffRancherUser(read, clock.now()) }));
  const total = users.reduce((sum, { links }) => sum + links.length, 0);
  const { stopped } = brakeRemoval({ candidates: diffs.flatMap(lossesOf), total }, brake);
  const due = (stopped ? diffs.map(withoutLosses) : diffs).filter(({ diff }) => !isReconciled(diff));

  const done = new Set(due);
  const failed = await forEachIsolated(
    due,
    {
      log,
      about: ({ read }: UserToReconcile) => ({ userUuid: read.userUuid }),
      onFailure: async (item, error) => {
        done.delete(item);
        await noteOnRancherUser(deps, { settingsUuid: provider.uuid, userUuid: item.read.userUuid }, error);
      },
    },
    (item) => reconcileRancherUser({ deps, rancher, usernames }, item),
  );
  const report: SyncReport = {
    written: sum(done, ({ diff }) => repairsOf(diff)),
    removed: sum(done, ({ diff }) => diff.revoke.length + (diff.account === 'remove' ? 1 : 0)),
    failed,
    ...(stopped && { stopped }),
  };
  return { report, memory: last };
};

/**
 * Whether accounts are synced at this provider. This is true if an offering asks for accounts in Rancher, or if
 * accounts of an earlier offering still exist.
 */
async function isFollowedAt(store: Store, settingsUuid: Uuid): Promise<boolean> {
  if (await store.rancherUsers.hasAny(settingsUuid)) return true;
  const isIts = (it: Offering) => isFollowed(it) && it.settingsUuid === settingsUuid;
  return (await store.offerings.list({ visibility: 'all' }, WHOLE_LIST, isIts)).items.length > 0;
}

const sum = (items: Iterable<UserToReconcile>, of: (item: UserToReconcile) => number): number =>
  [...items].reduce((total, item) => total + of(item), 0);

/**
 * Roles that the user loses without getting another role in the same cluster. The limit on removals counts only these
 * roles, because a change to another role in the cluster takes no access away.
 */
function lossesOf({ diff }: UserToReconcile): { id: string }[] {
  const replaced = new Set(diff.grant.map(({ cluster }) => cluster.uuid));
  return diff.revoke.flatMap(({ link }) => (replaced.has(link.clusterUuid) ? [] : [{ id: link.uuid }]));
}
const withoutLosses = ({ read, diff }: UserToReconcile): UserToReconcile => ({
  read,
  diff: { ...diff, revoke: [], account: diff.account === 'block' ? 'keep' : diff.account },
});

const repairsOf = (diff: RancherUserDiff): number =>
  diff.grant.length +
  diff.bind.length +
  diff.renote.length +
  [
    diff.makeAccount,
    diff.allowLogin,
    diff.rename,
    diff.noteProjectRoles,
    diff.account === 'block',
    diff.account === 'unblock',
  ].filter(Boolean).length;
