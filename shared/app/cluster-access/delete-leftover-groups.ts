import pMap from 'p-map';
import type { LifecycleState } from '#shared/domain/_core/lifecycle-state';
import { brakeRemoval } from '#shared/domain/cluster-access/deletion-brake';
import {
  diffGroups,
  type FoundGroup,
  type GroupDiff,
  type WantedGroup,
} from '#shared/domain/cluster-access/groups/diff-groups';
import { type GroupOwner, ownedMeaning, ownerMark } from '#shared/domain/cluster-access/groups/group-names';
import {
  type KeycloakGroup,
  type MadeGroup,
  madeAs,
  wantedGroup,
} from '#shared/domain/cluster-access/groups/keycloak-group';
import { rememberedSuspects } from '#shared/domain/provider-syncs/sync-jobs';
import { BackendNotFound } from '#shared/errors';
import type { Keycloak } from '#shared/ports/keycloak';
import { forEachIsolated } from '../_core/for-each-isolated.ts';
import { noteOnGroup } from '../providers/note-failure.ts';
import type { Pass, SyncDeps, SyncReport } from '../providers/sync-job.ts';
import { makeChild, makeParent, type Realm, skipDeleting } from './own-groups.ts';
import { reconcileMembers } from './reconcile-members.ts';

/**
 * Creates groups that are recorded but missing in Keycloak, and returns them. A group that has the right name but not
 * Paddock's mark belongs to somebody else and is not used.
 */
async function makeGroups(
  deps: SyncDeps,
  realm: Realm,
  { createParents, create }: GroupDiff,
  recordOf: (wanted: WantedGroup) => KeycloakGroup,
): Promise<{ made: MadeGroup[]; failed: number }> {
  const { log } = deps;
  const parents = new Map<string, string>();
  await forEachIsolated(createParents, { log, about: (clusterUuid) => ({ clusterUuid }) }, async (clusterUuid) => {
    parents.set(clusterUuid, await makeParent(realm, clusterUuid));
  });
  const made: MadeGroup[] = [];
  const about = ({ wanted }: GroupDiff['create'][number]) => ({ group: wanted.name });
  const onFailure = ({ wanted }: GroupDiff['create'][number], error: unknown) =>
    noteOnGroup(deps, recordOf(wanted), error);
  const failed = await forEachIsolated(
    create,
    { log, about, onFailure },
    async ({ wanted, parentId = parents.get(wanted.clusterUuid) }) => {
      if (parentId === undefined)
        throw new BackendNotFound(
          `Group ${wanted.name} has no parent group, and the parent group could not be created.`,
        );
      const group = recordOf(wanted);
      made.push(await recordId(deps, group, await makeChild(realm, parentId, group)));
    },
  );
  return { made, failed };
}

async function recordId(
  { store, clock }: Pick<SyncDeps, 'store' | 'clock'>,
  group: KeycloakGroup,
  keycloakId: string,
): Promise<MadeGroup> {
  const made = madeAs(group, keycloakId, clock.now());
  await store.commit(store.keycloakGroups.replace(made));
  return made;
}

const DELETING: readonly LifecycleState[] = ['DELETION_SCHEDULED', 'DELETING'];
const AT_A_TIME = 8;

/**
 * Makes Paddock's groups in the realm match the records (S0-143). A group without a record is deleted when two
 * successive runs have found it. A recorded group that somebody deleted by hand is created again with its members. Only
 * groups with Paddock's name and mark are deleted (S0-146).
 */
export const deleteLeftoverGroups: Pass = async (deps, provider, last) => {
  const { store, stage, brake, log } = deps;
  const owner: GroupOwner = { stage, settingsUuid: provider.uuid };
  const keycloak = await deps.keycloak.open(provider);
  if (!keycloak) return { report: { written: 0, removed: 0, failed: 0 }, memory: last };
  const found = await Array.fromAsync(keycloak.listGroups(ownerMark(owner)));
  const recorded = await store.keycloakGroups.listByProvider(provider.uuid);
  const records = new Map(recorded.map((group) => [wantedGroup(group), group]));
  const diff = diffGroups([...records.keys()], found, owner);
  const recordOf = (wanted: GroupDiff['create'][number]['wanted']) => {
    const record = records.get(wanted);
    if (!record) throw new Error(`Paddock has no record of the Keycloak group ${wanted.name}`);
    return record;
  };

  const { made, failed } = await makeGroups(deps, { keycloak, owner }, await ofStaying(deps, diff, recordOf), recordOf);
  const members = await fill(deps, keycloak, made);
  const moved = diff.keep.filter(({ wanted, group }) => recordOf(wanted).keycloakId !== group.id);
  const notMoved = await forEachIsolated(moved, { log, about: ({ group }) => ({ group: group.name }) }, (it) =>
    recordId(deps, recordOf(it.wanted), it.group.id),
  );
  const suspects = new Set(last.suspects);
  const braked = brakeRemoval({ candidates: diff.leftovers, total: found.length, suspects }, brake);
  const gone = await removeGroups(deps, keycloak, owner, braked.remove);
  const report: SyncReport = {
    written: made.length + members.written + moved.length - notMoved,
    removed: gone.removed,
    failed: failed + members.failed + notMoved + gone.failed,
    ...(braked.stopped && { stopped: braked.stopped }),
  };
  return { report, memory: { suspects: rememberedSuspects(braked.suspects) } };
};

/**
 * Leaves out groups that must stay missing in Keycloak: groups of a cluster that is being deleted, and groups that are
 * being deleted because their last membership has ended.
 */
async function ofStaying(
  { store }: SyncDeps,
  { createParents, create, ...rest }: GroupDiff,
  recordOf: (wanted: GroupDiff['create'][number]['wanted']) => KeycloakGroup,
): Promise<GroupDiff> {
  const lacking = [...new Set([...createParents, ...create.map(({ wanted }) => wanted.clusterUuid)])];
  const clusters = await pMap(lacking, (uuid) => store.clusters.find(uuid), { concurrency: AT_A_TIME });
  const staying = new Set(clusters.flatMap((it) => (it && !DELETING.includes(it.state) ? [it.uuid] : [])));
  const inStaying = create.filter(({ wanted }) => staying.has(wanted.clusterUuid));
  const due = await skipDeleting({ store }, inStaying, ({ wanted }) => recordOf(wanted));
  const used = new Set(due.map(({ wanted }) => wanted.clusterUuid));
  return { ...rest, createParents: createParents.filter((uuid) => used.has(uuid)), create: due };
}

/** Adds the recorded members to groups that this run has created. */
async function fill(deps: SyncDeps, keycloak: Keycloak, made: MadeGroup[]): Promise<SyncReport> {
  const groups = await pMap(
    made,
    async (group) => ({
      group,
      members: [],
      recorded: await deps.store.keycloakMemberships.listByGroup(refOf(group)),
    }),
    { concurrency: AT_A_TIME },
  );
  return reconcileMembers(deps, keycloak, groups);
}
const refOf = ({ settingsUuid, clusterUuid, uuid }: MadeGroup) => ({ settingsUuid, clusterUuid, uuid });

/**
 * Deletes child groups before their parents. Keycloak deletes a group with all groups below it. So each group is read
 * again right before its deletion. A group is kept if it has child groups or no longer has Paddock's mark.
 */
async function removeGroups(
  { log }: SyncDeps,
  keycloak: Keycloak,
  owner: GroupOwner,
  leftovers: readonly FoundGroup[],
): Promise<{ removed: number; failed: number }> {
  let removed = 0;
  const remove = async ({ id }: FoundGroup) => {
    const now = await keycloak.findGroup(id);
    if (!now || now.childCount > 0 || !ownedMeaning(now, owner)) return;
    await keycloak.deleteGroup(id);
    removed += 1;
  };
  const about = ({ name }: FoundGroup) => ({ group: name });
  const isChild = ({ parentId }: FoundGroup) => parentId !== undefined;
  const notRemoved = await forEachIsolated(leftovers.filter(isChild), { log, about }, remove);
  const parents = leftovers.filter((it) => !isChild(it));
  const failed = notRemoved + (await forEachIsolated(parents, { log, about }, remove));
  return { removed, failed };
}
