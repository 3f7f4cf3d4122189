import { LOG } from '#shared/contracts/telemetry';
import type { Uuid } from '#shared/domain/_core/identifier';
import { brakeRemoval } from '#shared/domain/cluster-access/deletion-brake';
import { groupPrincipal } from '#shared/domain/cluster-access/groups/group-names';
import type { User } from '#shared/domain/identity/user';
import { groupScopeOf, projectGroupOwner, sharedClusterUuid } from '#shared/domain/rancher-projects/project-groups';
import { type MemberChanges, memberChanges, usersAmongMembers } from '#shared/domain/rancher-projects/project-members';
import type { Keycloak, KeycloakUser } from '#shared/ports/keycloak';
import type { Rancher } from '#shared/ports/rancher';
import type { RoleBinding } from '#shared/ports/rancher/rancher-objects';
import type { Waldur } from '#shared/ports/waldur';
import { forEachIsolated } from '../_core/for-each-isolated.ts';
import { issuerOf } from '../cluster-access/membership-holder.ts';
import {
  findChild,
  findParent,
  listOwnChildren,
  makeChild,
  makeParent,
  type Realm,
} from '../cluster-access/own-groups.ts';
import { listMembers } from '../identity/list-members.ts';
import type { Pass, SyncDeps, SyncReport } from '../providers/sync-job.ts';
import { clearGroupWarnings } from './clear-group-warnings.ts';
import { type ProvidedProject, projectsOf } from './provider-projects.ts';
import { remoteUsernames } from './remote-usernames.ts';

/**
 * A group in Keycloak, and the projects in Rancher to which it gives access. The group serves one project of the
 * marketplace, or one resource of a remote Waldur.
 */
type SharedGroup = {
  clusterUuid: Uuid;
  /** The uuid in the group's name. */
  scopeUuid: Uuid;
  projectUuid: Uuid;
  /** Uuid of the remote Waldur's resource that the group serves. Undefined if the group serves a project. */
  remoteUuid: Uuid | undefined;
  name: string;
  projects: ProvidedProject[];
};
/** A group that exists in Keycloak, or that must be created because it gets members. */
type Compared = SharedGroup & { id: string | undefined; changes: MemberChanges<KeycloakUser>; memberCount: number };

function groupsOf(projects: readonly ProvidedProject[]): SharedGroup[] {
  const groups = new Map<string, SharedGroup>();
  for (const provided of projects) {
    const { resource, project } = provided;
    if (!project.groups) continue;
    const { parent, child: name } = project.groups;
    const known = groups.get(`${parent}/${name}`);
    if (known) known.projects.push(provided);
    else {
      const clusterUuid = sharedClusterUuid(project.settingsUuid, project.clusterId);
      const scopeUuid = groupScopeOf(resource, project.remote);
      const about = { scopeUuid, projectUuid: resource.projectUuid, remoteUuid: project.remote?.uuid };
      groups.set(`${parent}/${name}`, { clusterUuid, ...about, name, projects: [provided] });
    }
  }
  return [...groups.values()];
}

type Children = Awaited<ReturnType<typeof listOwnChildren>>;

/** The groups of each cluster, read once for all of its projects. A cluster whose groups cannot be read is left out. */
async function childrenOf(realm: Realm, groups: readonly SharedGroup[], log: SyncDeps['log']) {
  const children = new Map<Uuid, Children>();
  const clusters = new Set(groups.map(({ clusterUuid }) => clusterUuid));
  await forEachIsolated([...clusters], { log, about: (clusterUuid) => ({ clusterUuid }) }, async (clusterUuid) => {
    children.set(clusterUuid, await listOwnChildren(realm, clusterUuid));
  });
  return children;
}

/**
 * The users of Keycloak by username. A username for which `isById` holds may be the id of a user in Keycloak. If
 * Keycloak has no user with this id, the user is searched by username, as the site agent does.
 */
async function usersOf(
  keycloak: Keycloak,
  usernames: readonly string[],
  isById: (username: string) => boolean,
): Promise<Map<string, KeycloakUser>> {
  const byId = new Map<string, KeycloakUser>();
  for (const username of usernames.filter(isById)) {
    const user = await keycloak.findUserById(username);
    if (user) byId.set(username.toLowerCase(), user);
  }
  const others = usernames.filter((username) => !byId.has(username.toLowerCase()));
  return new Map([...(others.length > 0 ? await keycloak.findUsers(others) : []), ...byId]);
}

type People = {
  realm: Realm;
  waldur: Waldur | undefined;
  /** The issuer of the realm's tokens. Their subject is the id of the user in Keycloak. */
  issuer: string | undefined;
};

/** The users who have a role in the project of the marketplace, each once. */
async function usersOfProject(deps: SyncDeps, projectUuid: Uuid): Promise<User[]> {
  const members = await listMembers(deps, projectUuid);
  return [...new Map(members.map(({ user }) => [user.uuid, user])).values()];
}

/**
 * The text by which a user of Paddock is found in Keycloak: the id, if the user signs in with this realm, otherwise the
 * username.
 */
const sought = ({ identity, username }: User, issuer: string | undefined): string =>
  identity && identity.issuer === issuer ? identity.subject : username;

/**
 * Leaves out Keycloak users who sign in to Paddock as somebody else. Names in Paddock and in Keycloak are given
 * independently, so an equal name says nothing about users whose subject is known.
 */
async function withoutNamesakes(
  { store }: SyncDeps,
  found: Map<string, KeycloakUser>,
  users: readonly User[],
  issuer: string | undefined,
): Promise<Map<string, KeycloakUser>> {
  if (issuer === undefined) return found;
  const own = new Map(found);
  for (const user of users) {
    const key = sought(user, issuer).toLowerCase();
    const candidate = found.get(key);
    const holder = candidate && (await store.users.holderOfIdentity(issuer, candidate.id));
    if (holder !== undefined && holder !== user.uuid) own.delete(key);
  }
  return own;
}

/**
 * If the members of a project cannot be listed, the sync of the group fails, because a missing list must not count as
 * an empty list.
 */
async function compare(
  deps: SyncDeps,
  { realm, waldur, issuer }: People,
  children: Children,
  group: SharedGroup,
): Promise<Compared> {
  const isRemote = group.remoteUuid !== undefined;
  const people = isRemote ? [] : await usersOfProject(deps, group.projectUuid);
  const usernames =
    group.remoteUuid === undefined
      ? people.map((user) => sought(user, issuer))
      : await remoteUsernames(waldur, group.remoteUuid);
  const ids = new Set(people.filter(({ identity }) => identity?.issuer === issuer).map((user) => sought(user, issuer)));
  const namesAreIds = group.projects.some(({ offering }) => offering.pluginOptions.keycloak_use_user_id !== false);
  const isById = (username: string): boolean => namesAreIds || ids.has(username);
  const found = children.get(group.name);
  const inGroup = found ? await Array.fromAsync(realm.keycloak.listMembers(found.id)) : [];
  const among = usersAmongMembers(usernames, inGroup, isById);
  const others = usernames.filter((username) => !among.has(username.toLowerCase()));
  const all = new Map([...among, ...(await usersOf(realm.keycloak, others, isById))]);
  const users = await withoutNamesakes(deps, all, people, issuer);
  const changes = memberChanges(usernames, users, inGroup);
  return { ...group, id: found?.id, changes, memberCount: inGroup.length };
}

const isBound = (bindings: readonly RoleBinding[], { name }: SharedGroup, { project }: ProvidedProject): boolean =>
  bindings.some(
    (it) =>
      it.placeId === project.backendId &&
      it.roleTemplateId === project.role &&
      it.groupPrincipalId === groupPrincipal(name),
  );

/** Creates the group if it is missing. Adds the missing members and role bindings. */
async function fill(
  realm: Realm,
  rancher: Rancher,
  bindings: readonly RoleBinding[],
  group: Compared,
): Promise<number> {
  const { keycloak } = realm;
  let written = 0;
  let { id } = group;
  if (id === undefined) {
    const parent = await findParent(realm, group.clusterUuid);
    id = await makeChild(realm, parent?.id ?? (await makeParent(realm, group.clusterUuid)), group);
    written += 1;
  }
  for (const user of group.changes.add) await keycloak.addMember(id, user.id);
  for (const provided of group.projects.filter((it) => !isBound(bindings, group, it))) {
    const { backendId: placeId, role: roleTemplateId } = provided.project;
    await rancher.createRoleBinding('project', {
      placeId,
      roleTemplateId,
      groupPrincipalId: groupPrincipal(group.name),
    });
    written += 1;
  }
  return written + group.changes.add.length;
}

/** Deletes a group without members, and its role bindings. The group is created again for the next user. */
async function clear(
  realm: Realm,
  rancher: Rancher,
  bindings: readonly RoleBinding[],
  group: Compared,
): Promise<number> {
  const child = await findChild(realm, group);
  const members = child ? await Array.fromAsync(realm.keycloak.listMembers(child.id)) : [];
  if (!child || members.length > 0 || child.childCount > 0) return 0;
  const places = new Set(group.projects.map(({ project }) => `${project.backendId} ${project.role}`));
  const principal = groupPrincipal(group.name);
  const own = bindings.filter(
    (it) => it.groupPrincipalId === principal && places.has(`${it.placeId} ${it.roleTemplateId}`),
  );
  for (const { id } of own) await rancher.deleteRoleBinding('project', id);
  await realm.keycloak.deleteGroup(child.id);
  const parent = await findParent(realm, group.clusterUuid);
  if (parent?.childCount === 0) await realm.keycloak.deleteGroup(parent.id);
  return own.length + 1;
}

async function syncGroups(
  deps: SyncDeps,
  people: People,
  rancher: Rancher,
  groups: readonly SharedGroup[],
): Promise<SyncReport> {
  const { log, brake } = deps;
  const { realm } = people;
  const about = ({ name }: { name: string }) => ({ group: name });
  const compared: Compared[] = [];
  const children = await childrenOf(realm, groups, log);
  const listed = groups.flatMap((group) => {
    const known = children.get(group.clusterUuid);
    return known ? [{ group, known, name: group.name }] : [];
  });
  const notCompared = await forEachIsolated(listed, { log, about }, async ({ group, known }) => {
    const one = await compare(deps, people, known, group);
    for (const username of one.changes.missing) log.warn(LOG.userNotInKeycloak, { username, group: one.name });
    compared.push(one);
  });
  const bindings = compared.length > 0 ? await rancher.listRoleBindings('project') : [];
  const leaving = compared.flatMap((group) =>
    group.changes.remove.map((user) => ({ id: `${group.name}/${user.id}`, group, user })),
  );
  const total = compared.reduce((sum, { memberCount }) => sum + memberCount, 0);
  const { remove, stopped } = brakeRemoval({ candidates: leaving, total }, brake);
  const notRemoved = await forEachIsolated(
    remove,
    { log, about: ({ group }) => ({ group: group.name }) },
    async ({ group, user }) => {
      if (group.id !== undefined) await realm.keycloak.removeMember(group.id, user.id);
    },
  );
  const report = {
    written: 0,
    removed: remove.length - notRemoved,
    failed: groups.length - listed.length + notCompared + notRemoved,
  };
  const isEmpty = ({ changes, memberCount }: Compared) =>
    changes.add.length === 0 && memberCount === changes.remove.length;
  report.failed += await forEachIsolated(compared, { log, about }, async (group) => {
    const written = isEmpty(group) ? 0 : await fill(realm, rancher, bindings, group);
    if (!isEmpty(group)) await clearGroupWarnings(deps, group.projects);
    const removed = isEmpty(group) && group.id !== undefined ? await clear(realm, rancher, bindings, group) : 0;
    // There must be no await between reading and writing a sum, because several groups are written at the same time.
    report.written += written;
    report.removed += removed;
  });
  return { ...report, ...(stopped && { stopped }) };
}

/**
 * Makes the members of each project's group match the roles in Paddock, or the users of the remote resource. The group
 * gets its role in the Rancher project. An empty group is deleted together with its role binding. Users that Keycloak
 * does not have are logged. The number of removals is limited.
 */
export const syncProjectMembers: Pass = async (deps, provider, memory) => {
  const groups = groupsOf(await projectsOf(deps, provider));
  const keycloak = groups.length > 0 ? await deps.keycloak.open(provider) : undefined;
  if (!keycloak) return { report: { written: 0, removed: 0, failed: 0 }, memory };
  const realm = { keycloak, owner: projectGroupOwner({ stage: deps.stage, settingsUuid: provider.uuid }) };
  const rancher = await deps.rancher.open(provider);
  const waldur = await deps.waldur.open(provider);
  return { report: await syncGroups(deps, { realm, waldur, issuer: issuerOf(provider) }, rancher, groups), memory };
};
