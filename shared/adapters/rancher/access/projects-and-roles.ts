import { z } from 'zod';
import type { Classify } from '#shared/adapters/backend-request';
import { path } from '#shared/adapters/json-client';
import { NO_CRITERIA, type Selection } from '#shared/adapters/list-selection';
import { ignoreNotFound } from '#shared/adapters/not-found';
import { BackendConflict, BackendNotFound, BackendUnavailable } from '#shared/errors';
import type { Rancher } from '#shared/ports/rancher';
import type { FoundRole, NewRoleBinding, RoleBinding } from '#shared/ports/rancher/rancher-objects';
import type { RancherSession } from '../rancher-session.ts';

type Context = FoundRole['context'];
const LISTS: Record<Context, string> = {
  cluster: '/v3/clusterroletemplatebindings',
  project: '/v3/projectroletemplatebindings',
};

const text = z.string().nullish();
const bindingReply = z
  .object({
    id: z.string().min(1),
    roleTemplateId: text,
    clusterId: text,
    projectId: text,
    groupPrincipalId: text,
    userId: text,
    removed: text,
  })
  .transform(({ id, roleTemplateId, groupPrincipalId, userId, clusterId, projectId, removed }) => ({
    isBeingDeleted: removed != null,
    binding: {
      id,
      roleTemplateId: roleTemplateId ?? '',
      groupPrincipalId: groupPrincipalId ?? '',
      placeId: projectId ?? clusterId ?? '',
      ...(userId && { userId }),
    } satisfies RoleBinding,
  }));
const PLACE_FIELDS: Record<Context, string> = { cluster: 'clusterId', project: 'projectId' };

type BindingReply = z.output<typeof bindingReply>;
async function selectBindings(
  session: RancherSession,
  context: Context,
  where: Selection<BindingReply>,
): Promise<RoleBinding[]> {
  const listed = await session.list({ op: 'listRoleBindings', path: LISTS[context], item: bindingReply, where });
  return listed.filter(({ isBeingDeleted }) => !isBeingDeleted).map(({ binding }) => binding);
}

const listBindings = (session: RancherSession, context: Context, placeId?: string): Promise<RoleBinding[]> =>
  selectBindings(session, context, { [PLACE_FIELDS[context]]: { is: placeId, of: (it) => it.binding.placeId } });

/**
 * Rancher answers 500 if the role of a new binding does not exist. A retry would fail again, so the error becomes
 * BackendNotFound.
 */
const classify: Classify = (status, message) =>
  status === 500 && /role template: .* not found/.test(message) ? BackendNotFound : undefined;

const isSameSubject = (binding: RoleBinding, wanted: NewRoleBinding): boolean =>
  'userId' in wanted ? binding.userId === wanted.userId : binding.groupPrincipalId === wanted.groupPrincipalId;

/**
 * Finds the existing binding after Rancher has answered with a conflict. Rancher makes a binding's name from its
 * cluster or project, its role and its subject. So a binding with the same values is the wanted binding. Throws
 * BackendUnavailable if no binding is found, for example because an earlier binding of this name is still being
 * deleted.
 */
async function existing(session: RancherSession, context: Context, wanted: NewRoleBinding, taken: BackendConflict) {
  const all = await listBindings(session, context, wanted.placeId);
  const found = all.find((one) => one.roleTemplateId === wanted.roleTemplateId && isSameSubject(one, wanted));
  if (!found) throw new BackendUnavailable(taken.message, taken.details, taken);
  return found;
}

/** Role bindings of users and groups in clusters and projects. Lists omit bindings that are being deleted. */
export const roleBindings = (
  session: RancherSession,
): Pick<Rancher, 'listRoleBindings' | 'listBindingsOfUser' | 'createRoleBinding' | 'deleteRoleBinding'> => ({
  listRoleBindings: (context, placeId) => listBindings(session, context, placeId),

  listBindingsOfUser: (context, userId) =>
    selectBindings(session, context, { userId: { is: userId, of: ({ binding }) => binding.userId } }),

  async createRoleBinding(context, wanted) {
    const { placeId, ...roleAndSubject } = wanted;
    const body = { [PLACE_FIELDS[context]]: placeId, ...roleAndSubject };
    const call = { op: 'createRoleBinding', method: 'POST', path: LISTS[context], reply: bindingReply } as const;
    try {
      return (await session.call({ ...call, body, classify })).binding;
    } catch (error) {
      if (error instanceof BackendConflict) return existing(session, context, wanted, error);
      throw error;
    }
  },

  deleteRoleBinding: (context, id) =>
    ignoreNotFound(
      session.call({
        op: 'deleteRoleBinding',
        method: 'DELETE',
        reply: z.unknown(),
        path: `${LISTS[context]}${path`/${id}`}`,
      }),
    ),
});

/**
 * A role template. Rancher's `context` says whether the role belongs to clusters or to projects, and is empty for all
 * other roles. This schema also empties the `context` of hidden roles, because Rancher does not offer them.
 */
const roleTemplate = z
  .object({
    id: z.string().min(1),
    name: z.string().nullish(),
    context: z.string().nullish(),
    hidden: z.boolean().nullish(),
  })
  .transform(({ id, name, context, hidden }) => ({ id, name: name || id, context: hidden ? '' : (context ?? '') }));

export const roleTemplates = (session: RancherSession): Pick<Rancher, 'listRoleTemplates'> => ({
  async listRoleTemplates() {
    const listed = await session.list({
      op: 'listRoleTemplates',
      path: '/v3/roletemplates',
      item: roleTemplate,
      where: NO_CRITERIA,
    });
    return listed.flatMap(({ id, name, context }) =>
      context === 'cluster' || context === 'project' ? [{ id, name, context }] : [],
    );
  },
});

const textOrEmpty = z
  .string()
  .nullish()
  .transform((value) => value ?? '');
/** Label by which Rancher marks the project for system workloads. */
const SYSTEM_PROJECT = 'authz.management.cattle.io/system-project';
/** Rancher adds a field `type` to a limit, with the name of the limit's schema. The field is removed here. */
const limitReply = z
  .record(z.string(), z.union([z.string(), z.record(z.string(), z.string())]))
  .nullish()
  .transform((limit) => Object.fromEntries(Object.entries(limit ?? {}).filter(([name]) => name !== 'type')));
const namespaceReply = z.object({ name: z.string().min(1), projectId: textOrEmpty });
const project = z
  .object({
    id: z.string().min(1),
    clusterId: textOrEmpty,
    name: textOrEmpty,
    description: textOrEmpty,
    state: textOrEmpty,
    labels: z.record(z.string(), z.string()).nullish(),
    annotations: z.record(z.string(), z.string()).nullish(),
    resourceQuota: z.object({ limit: limitReply, usedLimit: limitReply }).nullish(),
  })
  .transform(({ labels, annotations, resourceQuota, ...rest }) => ({
    ...rest,
    isSystem: labels?.[SYSTEM_PROJECT] === 'true',
    annotations: annotations ?? {},
    ...(resourceQuota && { quota: resourceQuota }),
  }));
/** Leaves out projects that are being deleted, because nothing can be added to them. */
const isStaying = ({ state }: z.infer<typeof project>): boolean => state !== 'removing';

export const projects = (
  session: RancherSession,
): Pick<Rancher, 'findProject' | 'listProjects' | 'createProject' | 'updateProject' | 'deleteProject'> => ({
  async findProject(id) {
    const found = await session.find({ op: 'findProject', path: path`/v3/projects/${id}`, reply: project });
    return found && isStaying(found) ? found : undefined;
  },

  async listProjects(clusterId) {
    const listed = await session.list({
      op: 'listProjects',
      path: '/v3/projects',
      item: project,
      where: { clusterId: { is: clusterId, of: (it) => it.clusterId } },
    });
    return listed.filter(isStaying);
  },

  createProject: (clusterId, wanted) =>
    session.call({
      op: 'createProject',
      method: 'POST',
      path: '/v3/projects',
      reply: project,
      body: { clusterId, ...wanted },
    }),

  updateProject: (id, body) =>
    session.call({ op: 'updateProject', method: 'PUT', path: path`/v3/projects/${id}`, reply: project, body }),

  deleteProject: (id) =>
    ignoreNotFound(
      session.call({ op: 'deleteProject', method: 'DELETE', path: path`/v3/projects/${id}`, reply: z.unknown() }),
    ),
});

export const projectNamespaces = (
  session: RancherSession,
): Pick<Rancher, 'listProjectNamespaces' | 'moveNamespace'> => ({
  async listProjectNamespaces(clusterId, projectId) {
    const listed = await session.list({
      op: 'listProjectNamespaces',
      path: path`/v3/clusters/${clusterId}/namespaces`,
      item: namespaceReply,
      where: { projectId: { is: projectId, of: (it) => it.projectId } },
    });
    return listed.map(({ name }) => name);
  },

  async moveNamespace(clusterId, name, projectId) {
    await session.call({
      op: 'moveNamespace',
      method: 'POST',
      path: path`/v3/clusters/${clusterId}/namespaces/${name}`,
      query: { action: 'move' },
      body: { projectId },
      reply: z.unknown(),
    });
  },
});
