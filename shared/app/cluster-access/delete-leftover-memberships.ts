import type { Uuid } from '#shared/domain/_core/identifier';
import type { KeycloakGroup, MadeGroup } from '#shared/domain/cluster-access/groups/keycloak-group';
import { isWanted } from '#shared/domain/cluster-access/groups/keycloak-membership';
import type { Keycloak, KeycloakUser } from '#shared/ports/keycloak';
import { WHOLE_LIST } from '../../ports/repository.ts';
import { forEachIsolated } from '../_core/for-each-isolated.ts';
import type { Pass, SyncDeps } from '../providers/sync-job.ts';
import { markEnded } from './end-memberships.ts';
import { reconcileMembers } from './reconcile-members.ts';

const isMade = (group: KeycloakGroup): group is MadeGroup => group.keycloakId !== undefined;

/**
 * Makes the members of every Keycloak group match the records (S0-144). Keycloak lists members only by group. So a run
 * makes at least one request for each group, and one for each hundred members. The records are read after Keycloak, so
 * that a new member is not removed. Memberships of deactivated users are ended first.
 */
export const deleteLeftoverMemberships: Pass = async (deps, provider, last) => {
  const { store } = deps;
  const nothing = { report: { written: 0, removed: 0, failed: 0 }, memory: last };
  await endOfDeactivated(deps, provider.uuid);
  const groups = (await store.keycloakGroups.listByProvider(provider.uuid)).filter(isMade);
  const keycloak = groups.length > 0 ? await deps.keycloak.open(provider) : undefined;
  if (!keycloak) return nothing;
  const { members, failed } = await membersOf(deps, keycloak, groups);
  const recorded = Map.groupBy(await store.keycloakMemberships.listByProvider(provider.uuid), (it) => it.groupUuid);
  const read = groups.flatMap((group) => {
    const inside = members.get(group.uuid);
    return inside ? [{ group, members: inside, recorded: recorded.get(group.uuid) ?? [] }] : [];
  });
  const report = await reconcileMembers(deps, keycloak, read);
  return { report: { ...report, failed: report.failed + failed }, memory: last };
};

/** Ends memberships of deactivated users. The comparison of usernames ignores case, as in Keycloak. */
async function endOfDeactivated(deps: SyncDeps, settingsUuid: Uuid): Promise<void> {
  const { store, ids } = deps;
  const wanted = (await store.keycloakMemberships.listByProvider(settingsUuid)).filter(isWanted);
  if (wanted.length === 0) return;
  const { items } = await store.users.list({ visibility: 'all' }, WHOLE_LIST, ({ isActive }) => !isActive);
  const names = new Set(items.map(({ username }) => username.toLowerCase()));
  const ending = wanted.filter(({ username }) => names.has(username.toLowerCase()));
  await markEnded(deps, ending, ids.uuid());
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
