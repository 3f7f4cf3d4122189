import pMap from 'p-map';
import { changed } from '#shared/domain/_core/record';
import { isSameValue } from '#shared/domain/_core/values/deep-equal';
import { brakeRemoval } from '#shared/domain/cluster-access/deletion-brake';
import type { KeycloakGroup, MadeGroup } from '#shared/domain/cluster-access/groups/keycloak-group';
import { isWanted } from '#shared/domain/cluster-access/groups/keycloak-membership';
import { namesOf } from '#shared/domain/identity/user';
import type { RancherSettings } from '#shared/domain/providers/service-settings';
import type { Keycloak, KeycloakUser } from '#shared/ports/keycloak';
import { WHOLE_LIST } from '../../ports/repository.ts';
import { commitInChunks } from '../_core/commit-in-chunks.ts';
import { forEachIsolated } from '../_core/for-each-isolated.ts';
import type { Pass, SyncDeps, SyncReport } from '../providers/sync-job.ts';
import { markEnded } from './end-memberships.ts';
import { issuerOf, standingOf } from './membership-holder.ts';
import { reconcileMembers } from './reconcile-members.ts';

const NOTHING = { written: 0, removed: 0, failed: 0 };
const AT_A_TIME = 8;
const isMade = (group: KeycloakGroup): group is MadeGroup => group.keycloakId !== undefined;

/**
 * Makes the members of every Keycloak group match the records (S0-144). Keycloak lists members only by group. So a run
 * makes at least one request for each group, and one for each hundred members. The records are read after Keycloak, so
 * that a new member is not removed. Before that, memberships end whose user is deactivated, or has lost the last role.
 */
export const deleteLeftoverMemberships: Pass = async (deps, provider, last) => {
  const { store } = deps;
  const ended = await endWithoutRole(deps, provider);
  const groups = (await store.keycloakGroups.listByProvider(provider.uuid)).filter(isMade);
  const keycloak = groups.length > 0 ? await deps.keycloak.open(provider) : undefined;
  if (!keycloak) return { report: { ...NOTHING, ...ended }, memory: last };
  const { members, failed } = await membersOf(deps, keycloak, groups);
  const recorded = Map.groupBy(await store.keycloakMemberships.listByProvider(provider.uuid), (it) => it.groupUuid);
  const read = groups.flatMap((group) => {
    const inside = members.get(group.uuid);
    return inside ? [{ group, members: inside, recorded: recorded.get(group.uuid) ?? [] }] : [];
  });
  const report = await reconcileMembers(deps, keycloak, read);
  return { report: { ...ended, ...report, failed: report.failed + failed }, memory: last };
};

/**
 * Ends the memberships of users who are deactivated, or who have lost their last role in the project and its customer.
 * Usually the end of a role has ended them already. This run also finds those whose user became known later. Records who
 * the user is. The number of memberships that a run may end is limited.
 */
async function endWithoutRole(deps: SyncDeps, provider: RancherSettings): Promise<Pick<SyncReport, 'stopped'>> {
  const { store, ids, clock, brake } = deps;
  const wanted = (await store.keycloakMemberships.listByProvider(provider.uuid)).filter(isWanted);
  if (wanted.length === 0) return {};
  const issuer = issuerOf(provider);
  const deactivated = await namesOfDeactivated(deps);
  const judged = await pMap(
    wanted,
    async (membership) => ({ membership, ...(await standingOf(deps, membership, issuer)) }),
    { concurrency: AT_A_TIME },
  );
  const isOver = ({ membership, holder, isEnded }: (typeof judged)[number]): boolean =>
    isEnded || (holder.userUuid === undefined && deactivated.has(membership.username.toLowerCase()));
  const candidates = judged.filter(isOver).map(({ membership }) => ({ id: membership.uuid, membership }));
  const { remove, stopped } = brakeRemoval({ candidates, total: wanted.length }, brake);
  await markEnded(
    deps,
    remove.map(({ membership }) => membership),
    ids.uuid(),
  );
  const fresh = judged.filter((it) => !isOver(it) && !isSameValue({ ...it.membership, ...it.holder }, it.membership));
  await commitInChunks(store, fresh, ({ membership, holder }) => [
    store.keycloakMemberships.replace(changed(membership, clock.now(), holder)),
  ]);
  return stopped ? { stopped } : {};
}

/** The names of deactivated users. They decide only about memberships whose user is unknown. */
async function namesOfDeactivated({ store }: SyncDeps): Promise<ReadonlySet<string>> {
  const { items } = await store.users.list({ visibility: 'all' }, WHOLE_LIST, ({ isActive }) => !isActive);
  return new Set(items.flatMap((user) => [...namesOf(user)]));
}

/**
 * Reads the members of each group. Groups that are missing in Keycloak are left out, because the job
 * `delete-leftover-groups` creates them again.
 */
async function membersOf({ log }: SyncDeps, keycloak: Keycloak, groups: MadeGroup[]) {
  const members = new Map<string, KeycloakUser[]>();
  const failed = await forEachIsolated(groups, { log, about: ({ uuid }) => ({ groupUuid: uuid }) }, async (group) => {
    members.set(group.uuid, await Array.fromAsync(keycloak.listMembers(group.keycloakId)));
  });
  return { members, failed };
}
