import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { randomName } from '../_kit/random-name.ts';
import { normanCollection, normanObject } from './norman-view.ts';
import type { RancherContext } from './rancher-context.ts';
import { notFound, RancherError } from './rancher-errors.ts';
import type { RoleBinding } from './rancher-objects.ts';
import type { RancherStore } from './rancher-store.ts';
import { baseUrlOf } from './steve-collection.ts';

const text = z.string().nullish();
const newBinding = z.object({
  ...{ clusterId: text, projectId: text, roleTemplateId: text, name: text },
  ...{ userId: text, userPrincipalId: text, groupId: text, groupPrincipalId: text },
});
type NewBinding = z.infer<typeof newBinding>;
const KINDS = {
  cluster: { resourceType: 'clusterRoleTemplateBinding', prefix: 'crtb-', place: 'clusterId' },
  project: { resourceType: 'projectRoleTemplateBinding', prefix: 'prtb-', place: 'projectId' },
} as const;

/** `/v3/clusterroletemplatebindings` and `/v3/projectroletemplatebindings`. Rancher takes the same one twice, and keeps both. */
export function normanRoleBindings(app: FastifyInstance, context: RancherContext): void {
  for (const kind of ['cluster', 'project'] as const) bindingsOf(app, context, kind);
}

function bindingsOf(app: FastifyInstance, { store, clock }: RancherContext, kind: RoleBinding['kind']): void {
  const { resourceType, prefix, place } = KINDS[kind];
  const collection = `${resourceType.toLowerCase()}s`;
  const view = (request: FastifyRequest) => (binding: RoleBinding) => bindingView(binding, baseUrlOf(request));
  const get = (request: FastifyRequest): RoleBinding => {
    const { id } = z.object({ id: z.string() }).parse(request.params);
    const found = store.roleBindings.get(id);
    if (found?.kind !== kind) throw notFound(`${collection}.management.cattle.io "${id.split(':').at(-1)}" not found`);
    return found;
  };
  const filters = ['id', 'name', place, 'roleTemplateId', 'userId', 'groupPrincipalId', 'userPrincipalId'];

  app.get(`/${collection}`, async (request) => {
    const views = [...store.roleBindings.values()].filter((it) => it.kind === kind).map(view(request));
    return normanCollection(request, { resourceType, filters }, views);
  });
  app.post(`/${collection}`, async (request, reply) => {
    const body = newBinding.parse(request.body ?? {});
    const placeId = demandPlace(store, kind, body);
    demandSubject(body);
    const { roleTemplateId } = body;
    if (!roleTemplateId) throw new RancherError(422, 'MissingRequired', 'roleTemplateId');
    if (!store.roleTemplates.has(roleTemplateId))
      throw notFound(`roletemplates.management.cattle.io "${roleTemplateId}" not found`);
    const name = `${prefix}${randomName(5)}`;
    const binding: RoleBinding = {
      // A project's bindings are in the namespace that is called as the project's own part of its id.
      ...{ id: `${placeId.split(':').at(-1)}:${name}`, kind, name, placeId, roleTemplateId },
      groupPrincipalId: body.groupPrincipalId ?? '',
      // Rancher fills in the principal of an account of its own.
      userPrincipalId: body.userId ? `local://${body.userId}` : (body.userPrincipalId ?? ''),
      userId: body.userId ?? '',
      ...{ createdAt: new Date(clock.now()).toISOString(), uid: randomUUID() },
    };
    store.roleBindings.set(binding.id, binding);
    return reply.code(201).send(view(request)(binding));
  });
  app.get(`/${collection}/:id`, async (request) => view(request)(get(request)));
  app.delete(`/${collection}/:id`, async (request) => {
    const binding = get(request);
    store.roleBindings.delete(binding.id);
    return view(request)(binding);
  });
}

function demandPlace(store: RancherStore, kind: RoleBinding['kind'], { clusterId, projectId }: NewBinding): string {
  const id = kind === 'cluster' ? clusterId : projectId;
  if (!id) throw new RancherError(422, 'MissingRequired', KINDS[kind].place);
  const places = kind === 'cluster' ? store.clusters : store.projects;
  if (!places.has(id)) throw notFound(`${kind}s.management.cattle.io "${id.split(':').at(-1)}" not found`);
  return id;
}

/** Exactly one of both (rancher-api-facts 11). */
function demandSubject({ userId, userPrincipalId, groupId, groupPrincipalId }: NewBinding): void {
  const [isUser, isGroup] = [Boolean(userId || userPrincipalId), Boolean(groupId || groupPrincipalId)];
  if (isUser !== isGroup) return;
  const rule = 'must target a user [userId]/[userPrincipalId] OR a group [groupId]/[groupPrincipalId]';
  throw new RancherError(422, 'InvalidBodyContent', rule);
}

function bindingView(binding: RoleBinding, baseUrl: string) {
  const { id, kind, name, placeId, roleTemplateId, groupPrincipalId, userPrincipalId, userId, createdAt, uid } =
    binding;
  const { resourceType, place } = KINDS[kind];
  return normanObject(baseUrl, {
    ...{ type: resourceType, collection: `${resourceType.toLowerCase()}s` },
    ...{ id, uuid: uid, name, namespaceId: id.split(':')[0], created: createdAt },
    ...{ [place]: placeId, roleTemplateId },
    ...(groupPrincipalId && { groupPrincipalId }),
    ...(userPrincipalId && { userPrincipalId }),
    ...(userId && { userId }),
  });
}
