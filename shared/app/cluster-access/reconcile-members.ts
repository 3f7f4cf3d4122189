import type { Braked } from '#shared/domain/cluster-access/deletion-brake';
import { brakeRemoval } from '#shared/domain/cluster-access/deletion-brake';
import { diffMembers } from '#shared/domain/cluster-access/groups/diff-members';
import type { MadeGroup } from '#shared/domain/cluster-access/groups/keycloak-group';
import {
  admitted,
  isWanted,
  type KeycloakMembership,
  pending,
} from '#shared/domain/cluster-access/groups/keycloak-membership';
import type { Keycloak, KeycloakUser } from '#shared/ports/keycloak';
import { forEachIsolated } from '../_core/for-each-isolated.ts';
import { noteOnMembership } from '../providers/note-failure.ts';
import type { SyncDeps, SyncReport } from '../providers/sync-job.ts';
import { findMembers } from './membership-holder.ts';

/**
 * A group with its members in Keycloak and its recorded members. The records were read last, so that a member who was
 * added meanwhile is not removed.
 */
export type GroupMembers = {
  group: MadeGroup;
  members: KeycloakUser[];
  recorded: KeycloakMembership[];
};
type Extra = { id: string; groupId: string; userId: string };
type Activated = { membership: KeycloakMembership; user: KeycloakUser; groupId?: string };

/**
 * Makes the members of groups in Keycloak match the records. A recorded member whom somebody removed in Keycloak is
 * added again. A member whom somebody added in Keycloak is removed. If a user was deleted in Keycloak, the membership
 * becomes PENDING. The job `sync-keycloak-users` adds users who have not signed in yet. The number of removals is
 * limited.
 */
export async function reconcileMembers(
  deps: SyncDeps,
  keycloak: Keycloak,
  groups: GroupMembers[],
): Promise<SyncReport> {
  const { extras, inside, missing } = differences(groups);
  const userOf = await findMembers(
    keycloak,
    missing.map(({ membership }) => membership),
  );
  const back = missing.flatMap((it) => {
    const user = userOf(it.membership);
    return user ? [{ ...it, user }] : [];
  });
  const gone = missing
    .filter(({ membership }) => userOf(membership) === undefined)
    .map(({ membership }) => ({ id: membership.uuid, membership }));
  const [memberCount, recordCount] = [
    groups.reduce((sum, { members }) => sum + members.length, 0),
    groups.reduce((sum, { recorded }) => sum + recorded.length, 0),
  ];
  const out = brakeRemoval({ candidates: extras, total: memberCount }, deps.brake);
  const lapsed = brakeRemoval({ candidates: gone, total: recordCount }, deps.brake);
  const failed = [
    await addToGroups(deps, keycloak, [...inside, ...back]),
    await takeOut(deps, keycloak, out),
    await lapseAll(deps, lapsed),
  ];
  const [notIn = 0, notOut = 0, notLapsed = 0] = failed;
  const stopped = out.stopped ?? lapsed.stopped;
  return {
    written: inside.length + back.length - notIn + lapsed.remove.length - notLapsed,
    removed: out.remove.length - notOut,
    failed: notIn + notOut + notLapsed,
    ...(stopped && { stopped }),
  };
}

function differences(groups: GroupMembers[]) {
  const extras: Extra[] = [];
  const inside: Activated[] = [];
  const missing: { membership: KeycloakMembership; groupId: string }[] = [];
  for (const { group, members, recorded } of groups) {
    const groupId = group.keycloakId;
    const diff = diffMembers(recorded.filter(isWanted), members);
    inside.push(...diff.activate);
    const left = diff.missing.filter(({ state }) => state === 'ACTIVE');
    missing.push(...left.map((membership) => ({ membership, groupId })));
    extras.push(...diff.extra.map(({ id }) => ({ id: `${groupId}/${id}`, groupId, userId: id })));
  }
  return { extras, inside, missing };
}

const addToGroups = (deps: SyncDeps, keycloak: Keycloak, people: Activated[]): Promise<number> =>
  forEachIsolated(
    people,
    {
      log: deps.log,
      about: ({ membership }) => ({ membershipUuid: membership.uuid }),
      onFailure: ({ membership }, error) => noteOnMembership(deps, membership, error),
    },
    async ({ membership, user, groupId }) => {
      if (groupId !== undefined) await keycloak.addMember(groupId, user.id);
      if (membership.state === 'PENDING' || membership.keycloakUserId !== user.id)
        await record(deps, admitted(membership, user, deps.clock.now()));
    },
  );

const takeOut = ({ log }: SyncDeps, keycloak: Keycloak, { remove }: Braked<Extra>): Promise<number> =>
  forEachIsolated(remove, { log, about: ({ groupId, userId }) => ({ groupId, userId }) }, ({ groupId, userId }) =>
    keycloak.removeMember(groupId, userId),
  );

const lapseAll = (
  deps: SyncDeps,
  { remove }: Braked<{ id: string; membership: KeycloakMembership }>,
): Promise<number> =>
  forEachIsolated(remove, { log: deps.log, about: ({ id }) => ({ membershipUuid: id }) }, ({ membership }) =>
    record(deps, pending(membership, deps.clock.now())),
  );

const record = ({ store }: SyncDeps, membership: KeycloakMembership): Promise<void> =>
  store.commit(store.keycloakMemberships.replace(membership));
