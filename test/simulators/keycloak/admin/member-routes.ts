import type { KeycloakGroup, KeycloakUser } from '../realm.ts';
import { type AdminRequest, groupOf, isTrue, pageOf, type Route, userOf } from './admin-request.ts';
import { byName, namedLike } from './group-search.ts';
import { briefGroup, groupDetails } from './group-view.ts';
import { briefUser, byUsername, wholeUser } from './user-view.ts';

const DEFAULT_MEMBERS = 100;

export function memberRoutes(route: Route): void {
  route('GET', '/groups/:group/members', (request) => {
    const { realm, caller, query } = request;
    const { members } = groupOf(request);
    caller.assertRole(realm, 'view-users');
    const users = [...realm.users.values()].filter(({ id }) => members.has(id)).sort(byUsername);
    return pageOf(users, query, DEFAULT_MEMBERS).map(
      isTrue(query, 'briefRepresentation', false) ? briefUser : wholeUser,
    );
  });
  route('GET', '/users/:user/groups', (request) => {
    const { realm, caller, query } = request;
    const { id } = userOf(request);
    caller.assertRole(realm, 'view-users');
    const isBrief = isTrue(query, 'briefRepresentation', true);
    const groups = [...realm.groups.values()]
      .filter(({ members }) => members.has(id))
      .filter(namedLike(query))
      .sort(byName);
    return pageOf(groups, query).map((group) => ({
      ...briefGroup(realm, group),
      ...(!isBrief && groupDetails(realm, group)),
    }));
  });
  route('GET', '/users/:user/groups/count', (request) => {
    const { id } = userOf(request);
    request.caller.assertRole(request.realm, 'view-users');
    const groups = [...request.realm.groups.values()].filter(({ members }) => members.has(id));
    return { count: groups.filter(namedLike(request.query)).length };
  });
  // A request to join or leave a group a second time gets 204 as well, but records no event.
  route('PUT', '/users/:user/groups/:group', (request, reply) => {
    const { user, group } = membership(request);
    if (!group.members.has(user.id)) recordMembership(request, 'CREATE', user, group);
    group.members.add(user.id);
    return reply.code(204).send();
  });
  route('DELETE', '/users/:user/groups/:group', (request, reply) => {
    const { user, group } = membership(request);
    if (group.members.delete(user.id)) recordMembership(request, 'DELETE', user, group);
    return reply.code(204).send();
  });
}

function membership(request: AdminRequest): { user: KeycloakUser; group: KeycloakGroup } {
  const user = userOf(request);
  request.caller.assertRole(request.realm, 'manage-users');
  return { user, group: groupOf(request, 'Group not found') };
}

function recordMembership(
  { realm, record }: AdminRequest,
  operationType: 'CREATE' | 'DELETE',
  user: KeycloakUser,
  group: KeycloakGroup,
): void {
  record({
    ...{ operationType, resourceType: 'GROUP_MEMBERSHIP', resourcePath: `users/${user.id}/groups/${group.id}` },
    representation: { ...briefGroup(realm, group), ...groupDetails(realm, group) },
  });
}
