import { z } from 'zod';
import type { Rancher, RancherRole, RoleBinding } from '../../ports/rancher.ts';
import { goneIsFine } from '../gone-is-fine.ts';
import { path } from '../json-client.ts';
import type { RancherSession } from './rancher-session.ts';

type Context = RancherRole['context'];
const LISTS: Record<Context, string> = {
  cluster: '/v3/clusterroletemplatebindings',
  project: '/v3/projectroletemplatebindings',
};

const text = z.string().nullish();
const roleBinding = z
  .object({
    ...{ id: z.string().min(1), roleTemplateId: text, clusterId: text, projectId: text },
    ...{ groupPrincipalId: text, userId: text },
  })
  .transform(
    ({ id, roleTemplateId, groupPrincipalId, userId, clusterId, projectId }): RoleBinding => ({
      ...{ id, roleTemplateId: roleTemplateId ?? '', groupPrincipalId: groupPrincipalId ?? '' },
      placeId: projectId ?? clusterId ?? '',
      ...(userId && { userId }),
    }),
  );
const PLACE_FIELDS: Record<Context, string> = { cluster: 'clusterId', project: 'projectId' };

/** Roles that users and groups have in clusters and projects. */
export const roleBindings = (
  session: RancherSession,
): Pick<Rancher, 'listRoleBindings' | 'createRoleBinding' | 'deleteRoleBinding'> => ({
  listRoleBindings: (context, placeId) =>
    session.list({
      ...{ op: 'listRoleBindings', path: LISTS[context], item: roleBinding },
      where: { [PLACE_FIELDS[context]]: { is: placeId, of: (it) => it.placeId } },
    }),

  createRoleBinding(context, { placeId, ...roleAndSubject }) {
    const body = { [PLACE_FIELDS[context]]: placeId, ...roleAndSubject };
    return session.call({ op: 'createRoleBinding', method: 'POST', path: LISTS[context], body, reply: roleBinding });
  },

  deleteRoleBinding: (context, id) =>
    goneIsFine(
      session.call({
        ...{ op: 'deleteRoleBinding', method: 'DELETE', reply: z.unknown() },
        path: `${LISTS[context]}${path`/${id}`}`,
      }),
    ),
});
