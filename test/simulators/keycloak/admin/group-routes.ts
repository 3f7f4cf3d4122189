import { z } from 'zod';
import { addGroup, childrenOf, type KeycloakGroup, type KeycloakRealm } from '../realm.ts';
import { invalid, missing, taken } from './admin-error.ts';
import { type AdminRequest, groupOf, isTrue, pageOf, type Route } from './admin-request.ts';
import { byName, type FoundGroup, namedLike, searchGroups } from './group-search.ts';
import { briefGroup, countedChildren, groupAccess, groupDetails, groupPath } from './group-view.ts';
import { type Representation, readRepresentation } from './representation.ts';

const DEFAULT_CHILDREN = 10;
/** The length of the database column. Keycloak does not catch the error of a longer text (measured). */
const LONGEST = 255;

const simulated = z.object({
  id: z.string().optional(),
  name: z.string().trim().default(''),
  description: z.string().optional(),
  attributes: z.record(z.string(), z.array(z.string())).optional(),
});
const representation: Representation<typeof simulated.shape> = {
  ...{ kind: 'GroupRepresentation', simulated, kept: {}, fixed: {} },
  unread: ['path', 'parentId', 'subGroupCount', 'subGroups', 'realmRoles', 'clientRoles', 'access'],
};

/** Groups and their children. A caller who may manage users may manage groups. */
export function groupRoutes(route: Route): void {
  route('GET', '/groups', (request) => {
    const { realm, caller, query } = request;
    caller.assertRole(realm, 'query-groups');
    // A caller who may query groups, but may not view them, gets an empty list.
    return caller.may(realm, 'view-users') ? searchGroups(realm, query).map((found) => treeView(request, found)) : [];
  });
  route('GET', '/groups/count', ({ realm, caller, query }) => {
    caller.assertRole(realm, 'query-groups');
    const groups = isTrue(query, 'top', false) ? childrenOf(realm, null) : [...realm.groups.values()];
    return { count: groups.filter(namedLike(query)).length };
  });
  route('GET', '/groups/:group', (request) => wholeView(request, visible(request)));
  route('GET', '/group-by-path/*', ({ realm, caller, params }) => {
    const group = [...realm.groups.values()].find((it) => groupPath(realm.groups, it) === `/${params['*']}`);
    if (!group) throw missing('Group path does not exist');
    caller.assertRole(realm, 'view-users');
    return { ...briefGroup(realm, group), ...countedChildren(realm, group), ...groupDetails(realm, group) };
  });
  route('GET', '/groups/:group/children', (request) => {
    const { realm, query } = request;
    const children = childrenOf(realm, visible(request).id).filter(namedLike(query)).sort(byName);
    return pageOf(children, query, DEFAULT_CHILDREN).map((child) =>
      isTrue(query, 'briefRepresentation', false) ? listView(request, child) : wholeView(request, child),
    );
  });
  changes(route);
}

function changes(route: Route): void {
  route('POST', '/groups', (request, reply) => {
    request.caller.assertRole(request.realm, 'manage-users');
    const group = create(request, null);
    recordGroup(request, 'CREATE', `groups/${group.id}`, group);
    return reply
      .code(201)
      .header('location', request.placeOf(`/groups/${group.id}`))
      .send();
  });
  route('POST', '/groups/:group/children', (request, reply) => {
    const parent = managed(request);
    const moved = moveBelow(request, parent);
    if (moved) return reply.code(204).send();
    const child = create(request, parent.id);
    recordGroup(request, 'CREATE', `groups/${parent.id}/children`, child);
    const view = { ...briefGroup(request.realm, child), ...groupDetails(request.realm, child), ...access(request) };
    return reply
      .code(201)
      .header('location', request.placeOf(`/groups/${child.id}`))
      .send(view);
  });
  route('PUT', '/groups/:group', (request, reply) => {
    const group = managed(request);
    const { name, attributes, description } = readRepresentation(request.body, representation).given;
    if (name === '') throw invalid('Group name is missing');
    if (name !== group.name) claimName(request.realm, group.parentId, name);
    Object.assign(group, {
      name,
      ...(attributes && { attributes }),
      ...(description !== undefined && { description }),
    });
    recordGroup(request, 'UPDATE', `groups/${group.id}`, group);
    return reply.code(204).send();
  });
  route('DELETE', '/groups/:group', (request, reply) => {
    const group = managed(request);
    remove(request.realm, group);
    recordGroup(request, 'DELETE', `groups/${group.id}`, group);
    return reply.code(204).send();
  });
}

const visible = (request: AdminRequest): KeycloakGroup => {
  const group = groupOf(request);
  request.caller.assertRole(request.realm, 'view-users');
  return group;
};
const managed = (request: AdminRequest): KeycloakGroup => {
  const group = groupOf(request);
  request.caller.assertRole(request.realm, 'manage-users');
  return group;
};

function create(request: AdminRequest, parentId: string | null): KeycloakGroup {
  const { name, attributes = {}, description = '' } = readRepresentation(request.body, representation).given;
  claimName(request.realm, parentId, name);
  const values = Object.values(attributes).flat();
  if ([name, ...values].some((text) => text.length > LONGEST)) throw new Error('value too long for its column');
  return addGroup(request.realm, { name, parentId, attributes, description });
}

/** @throws AdminError 400 for an empty name, 409 if a sibling has exactly this name */
function claimName(realm: KeycloakRealm, parentId: string | null, name: string): void {
  if (name === '') throw invalid('Group name is missing');
  if (!childrenOf(realm, parentId).some((sibling) => sibling.name === name)) return;
  const what = parentId === null ? 'Top level group' : 'Sibling group';
  throw taken(`${what} named '${name}' already exists.`);
}

/** Moves an existing group below `parent`, if the request has the id of that group. Otherwise returns undefined. */
function moveBelow(request: AdminRequest, parent: KeycloakGroup): KeycloakGroup | undefined {
  const { id } = readRepresentation(request.body, representation).given;
  if (id === undefined) return undefined;
  const group = request.realm.groups.get(id);
  if (!group) throw missing('Could not find child by id');
  group.parentId = parent.id;
  return group;
}

function remove(realm: KeycloakRealm, group: KeycloakGroup): void {
  for (const child of childrenOf(realm, group.id)) remove(realm, child);
  realm.groups.delete(group.id);
}

function recordGroup(
  { record }: AdminRequest,
  operationType: 'CREATE' | 'UPDATE' | 'DELETE',
  resourcePath: string,
  { id, name }: KeycloakGroup,
): void {
  record({ operationType, resourceType: 'GROUP', resourcePath, representation: { id, name, subGroups: [] } });
}

const access = ({ realm, caller }: AdminRequest) => groupAccess(realm, caller);

const listView = (request: AdminRequest, group: KeycloakGroup) => ({
  ...briefGroup(request.realm, group),
  ...(isTrue(request.query, 'subGroupsCount', true) && countedChildren(request.realm, group)),
  ...access(request),
});
const wholeView = (request: AdminRequest, group: KeycloakGroup) => ({
  ...listView(request, group),
  ...groupDetails(request.realm, group),
});

function treeView(request: AdminRequest, { group, below }: FoundGroup): object {
  const isBrief = isTrue(request.query, 'briefRepresentation', true);
  const view = isBrief ? listView(request, group) : wholeView(request, group);
  return { ...view, subGroups: below.map((found) => treeView(request, found)) };
}
