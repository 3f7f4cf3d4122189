import type { FastifyInstance } from 'fastify';
import type { Cloud } from '../cloud.ts';
import { authUrl, type Caller, keystoneCaller } from './caller.ts';
import { keystoneList } from './listing.ts';
import { allow, found, mindsDomain, requireAdmin, requireDomain } from './policy.ts';
import type { Assignment } from './rows.ts';
import { notSimulated } from './unplayed-paths.ts';

interface Grant {
  Params: { targetId: string; userId: string; roleId: string };
}

/** Roles, and their assignments. Granting a role twice has the same effect as granting it once. */
export function addRoleRoutes(app: FastifyInstance, cloud: Cloud): void {
  app.get('/v3/roles', async (request) => {
    requireDomain(keystoneCaller(cloud, request), undefined, 'list_roles');
    const roles = [...cloud.keystone.roles.values()].map((role) => ({ ...role, domain_id: null, description: null }));
    return keystoneList('roles', roles, Object(request.query), `${authUrl(request)}/roles`);
  });

  app.get<{ Params: { id: string } }>('/v3/roles/:id', async (request) => {
    requireDomain(keystoneCaller(cloud, request), undefined, 'get_role');
    const role = found(cloud.keystone.roles.get(request.params.id), 'role', request.params.id);
    return { role: { ...role, domain_id: null, description: null } };
  });

  app.get('/v3/role_assignments', async (request) => {
    requireDomain(keystoneCaller(cloud, request), undefined, 'list_role_assignments');
    const query: Record<string, string> = Object(request.query);
    const unplayed = ['effective', 'include_subtree', 'scope.OS-INHERIT:inherited_to'].find((name) => name in query);
    if (unplayed) throw notSimulated(`query parameter ${unplayed}`);
    const wanted = cloud.keystone.assignments.filter(
      (one) =>
        one.userId === (query['user.id'] ?? one.userId) &&
        one.roleId === (query['role.id'] ?? one.roleId) &&
        one.targetId === (query['scope.project.id'] ?? query['scope.domain.id'] ?? one.targetId) &&
        // No role is assigned to a group or on the system, so these filters select nothing.
        query['group.id'] === undefined &&
        query['scope.system'] === undefined,
    );
    const isNamed = query.include_names !== undefined && !/^(0|false)$/i.test(query.include_names);
    const rows = wanted.map((one) => (isNamed ? namedAssignment(cloud, one) : assignmentView(cloud, one)));
    return keystoneList('role_assignments', rows, {}, `${authUrl(request)}/role_assignments`);
  });

  for (const scope of ['projects', 'domains'] as const) addGrantRoutes(app, cloud, scope);
}

function addGrantRoutes(app: FastifyInstance, cloud: Cloud, scope: 'projects' | 'domains'): void {
  app.get<Grant>(`/v3/${scope}/:targetId/users/:userId/roles`, async (request) => {
    requireAdmin(keystoneCaller(cloud, request), 'list_grants');
    const { targetId, userId } = request.params;
    const held = cloud.keystone.assignments.filter((one) => one.targetId === targetId && one.userId === userId);
    const roles = held.flatMap(({ roleId }) => cloud.keystone.roles.get(roleId) ?? []);
    return keystoneList('roles', roles, {}, `${authUrl(request)}/${scope}/${targetId}/users/${userId}/roles`);
  });
  const path = `/v3/${scope}/:targetId/users/:userId/roles/:roleId`;
  const known = (params: Grant['Params']): Assignment => {
    found(cloud.keystone[scope].get(params.targetId), scope.slice(0, -1), params.targetId);
    found(cloud.keystone.users.get(params.userId), 'user', params.userId);
    found(cloud.keystone.roles.get(params.roleId), 'role', params.roleId);
    return params;
  };
  app.put<Grant>(path, async (request, reply) => {
    requireGrant(cloud, keystoneCaller(cloud, request), request.params, 'create_grant');
    const { targetId, userId, roleId } = known(request.params);
    if (!isGranted(cloud, request.params)) cloud.keystone.assignments.push({ targetId, userId, roleId });
    return reply.code(204).send();
  });
  app.get<Grant>(path, async (request, reply) => {
    requireAdmin(keystoneCaller(cloud, request), 'check_grant');
    const granted = isGranted(cloud, known(request.params));
    found(granted || undefined, 'role assignment with role', request.params.roleId);
    return reply.code(204).send();
  });
  app.delete<Grant>(path, async (request, reply) => {
    requireGrant(cloud, keystoneCaller(cloud, request), request.params, 'revoke_grant');
    const granted = isGranted(cloud, known(request.params));
    found(granted || undefined, 'role assignment with role', request.params.roleId);
    cloud.keystone.assignments = cloud.keystone.assignments.filter((one) => !same(one, request.params));
    return reply.code(204).send();
  });
}

/**
 * Requires an administrator or a manager. The project and the user must both be in the manager's domain. A manager may
 * give and take only the roles `manager`, `member` and `reader`.
 */
function requireGrant(
  { keystone }: Cloud,
  caller: Caller,
  { targetId, userId, roleId }: Grant['Params'],
  action: string,
): void {
  const domainIds = [keystone.projects.get(targetId)?.domain_id, keystone.users.get(userId)?.domain_id];
  const isGivable = ['manager', 'member', 'reader'].includes(keystone.roles.get(roleId)?.name ?? '');
  allow(caller.admin || (isGivable && domainIds.every((id) => mindsDomain(caller, id ?? ''))), action);
}

const same = (a: Assignment, b: Assignment) =>
  a.userId === b.userId && a.roleId === b.roleId && a.targetId === b.targetId;

const isGranted = ({ keystone }: Cloud, wanted: Assignment) => keystone.assignments.some((one) => same(one, wanted));

function namedAssignment({ keystone }: Cloud, { userId, roleId, targetId }: Assignment) {
  const domain = keystone.domains.get('default');
  const project = keystone.projects.get(targetId);
  const named = {
    id: targetId,
    name: project?.name ?? keystone.domains.get(targetId)?.name,
    ...(project && { domain }),
  };
  return {
    user: { id: userId, name: keystone.users.get(userId)?.name, domain },
    role: { id: roleId, name: keystone.roles.get(roleId)?.name },
    scope: { [project ? 'project' : 'domain']: named },
    links: {},
  };
}

function assignmentView({ keystone }: Cloud, { userId, roleId, targetId }: Assignment) {
  const kind = keystone.projects.has(targetId) ? 'project' : 'domain';
  return { user: { id: userId }, role: { id: roleId }, scope: { [kind]: { id: targetId } }, links: {} };
}
