import { z } from 'zod';
import { ignoreNotFound } from '#shared/adapters/ignore-not-found';
import { type Classify, path } from '#shared/adapters/json-client';
import { BackendConflict, BackendNotFound, BackendUnavailable } from '#shared/errors';
import type { NewRoleBinding, Rancher, RancherRole, RoleBinding } from '#shared/ports/rancher';
import type { RancherSession } from '../rancher-session.ts';

type Context = RancherRole['context'];
const LISTS: Record<Context, string> = {
  cluster: '/v3/clusterroletemplatebindings',
  project: '/v3/projectroletemplatebindings',
};

const text = z.string().nullish();
const bindingReply = z
  .object({
    ...{ id: z.string().min(1), roleTemplateId: text, clusterId: text, projectId: text },
    ...{ groupPrincipalId: text, userId: text, removed: text },
  })
  .transform(({ id, roleTemplateId, groupPrincipalId, userId, clusterId, projectId, removed }) => ({
    isBeingDeleted: removed != null,
    binding: {
      ...{ id, roleTemplateId: roleTemplateId ?? '', groupPrincipalId: groupPrincipalId ?? '' },
      placeId: projectId ?? clusterId ?? '',
      ...(userId && { userId }),
    } satisfies RoleBinding,
  }));
const PLACE_FIELDS: Record<Context, string> = { cluster: 'clusterId', project: 'projectId' };

async function listBindings(session: RancherSession, context: Context, placeId?: string): Promise<RoleBinding[]> {
  const listed = await session.list({
    ...{ op: 'listRoleBindings', path: LISTS[context], item: bindingReply },
    where: { [PLACE_FIELDS[context]]: { is: placeId, of: (it) => it.binding.placeId } },
  });
  return listed.filter(({ isBeingDeleted }) => !isBeingDeleted).map(({ binding }) => binding);
}

/** Rancher looks for the role before anything else, and says 500 where it has none: that is no failure that passes. */
const classify: Classify = (status, message) =>
  status === 500 && /role template: .* not found/.test(message) ? BackendNotFound : undefined;

const isSameSubject = (binding: RoleBinding, wanted: NewRoleBinding): boolean =>
  'userId' in wanted ? binding.userId === wanted.userId : binding.groupPrincipalId === wanted.groupPrincipalId;

/** Its name is made of place, role and subject, so that one that is taken is the same; or the one before it, which is on its way out. */
async function existing(session: RancherSession, context: Context, wanted: NewRoleBinding, taken: BackendConflict) {
  const all = await listBindings(session, context, wanted.placeId);
  const found = all.find((one) => one.roleTemplateId === wanted.roleTemplateId && isSameSubject(one, wanted));
  if (!found) throw new BackendUnavailable(taken.message, taken.details, taken);
  return found;
}

/** Roles that users and groups have in clusters and projects; one that is being taken away is none any more. */
export const roleBindings = (
  session: RancherSession,
): Pick<Rancher, 'listRoleBindings' | 'createRoleBinding' | 'deleteRoleBinding'> => ({
  listRoleBindings: (context, placeId) => listBindings(session, context, placeId),

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
        ...{ op: 'deleteRoleBinding', method: 'DELETE', reply: z.unknown() },
        path: `${LISTS[context]}${path`/${id}`}`,
      }),
    ),
});
