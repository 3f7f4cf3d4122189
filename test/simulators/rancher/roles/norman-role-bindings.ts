import { createHash, randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { RancherContext } from '../_core/rancher-context.ts';
import { missing, notFound, RancherError } from '../_core/rancher-errors.ts';
import type { RoleBinding } from '../_core/rancher-objects.ts';
import { hasNamespace } from '../_core/rancher-store.ts';
import { projectBindingChanged } from '../contents/role-agent.ts';
import { callerOf } from '../identity/caller.ts';
import { normanCollection } from '../norman/norman-view.ts';
import { backingNamespaceOf } from '../projects/project-view.ts';
import { baseUrlOf } from '../steve/steve-collection.ts';
import { BINDINGS, bindingView } from './role-binding-view.ts';

const text = z.string().nullish();
const newBinding = z.object({
  ...{ clusterId: text, projectId: text, roleTemplateId: text, name: text },
  ...{ userId: text, userPrincipalId: text, groupId: text, groupPrincipalId: text },
});
type NewBinding = z.infer<typeof newBinding>;
type Kind = RoleBinding['kind'];

/** `/v3/clusterroletemplatebindings` and `/v3/projectroletemplatebindings`. */
export function normanRoleBindings(app: FastifyInstance, context: RancherContext): void {
  for (const kind of ['cluster', 'project'] as const) bindingsOf(app, context, kind);
}

function bindingsOf(app: FastifyInstance, context: RancherContext, kind: Kind): void {
  const { store, clock, delays } = context;
  const { resourceType } = BINDINGS[kind];
  const collection = `${resourceType.toLowerCase()}s`;
  const notThere = (id: string) => notFound(`${collection}.management.cattle.io "${id.split(':').at(-1)}" not found`);
  const view = (request: FastifyRequest) => (binding: RoleBinding) => bindingView(context, binding, baseUrlOf(request));
  const get = (request: FastifyRequest): RoleBinding => {
    const { id } = z.object({ id: z.string() }).parse(request.params);
    if (!id.includes(':')) throw notFound('failed to find resource by id');
    const found = store.roleBindings.get(id);
    if (found?.kind !== kind) throw notThere(id);
    return found;
  };
  const list = async (request: FastifyRequest) => {
    const { id } = z.object({ id: z.string().optional() }).parse(request.params);
    const ofKind = [...store.roleBindings.values()].filter((it) => it.kind === kind);
    const ofPlace = ofKind.filter(({ placeId }) => id === undefined || placeId === id);
    return normanCollection(request, { resourceType }, ofPlace.map(view(request)));
  };

  app.get(`/${collection}`, list);
  app.get(`/${kind}s/:id/${collection}`, list);
  app.post(`/${collection}`, async (request, reply) => {
    const given = newBinding.parse(request.body ?? {});
    const place = placeOf(context, kind, given);
    const roleTemplateId = given.roleTemplateId ?? '';
    const binding: RoleBinding = {
      ...place,
      ...{ kind, roleTemplateId, groupPrincipalId: given.groupPrincipalId ?? '' },
      ...{ userId: given.userId ?? '', userPrincipalId: given.userPrincipalId ?? '' },
      ...{ createdAt: new Date(clock.now()).toISOString(), uid: randomUUID(), creatorId: callerOf(request).userId },
    };
    if (store.roleBindings.has(binding.id)) {
      const message = `${collection}.management.cattle.io "${binding.name}" already exists`;
      throw new RancherError(409, 'AlreadyExists', message);
    }
    store.roleBindings.set(binding.id, binding);
    if (kind === 'project') projectBindingChanged(context, binding.placeId);
    return reply.code(201).send(view(request)(binding));
  });
  app.get(`/${collection}/:id`, async (request) => view(request)(get(request)));
  // The role and subject of a binding cannot be changed. Rancher answers with the unchanged binding.
  app.put(`/${collection}/:id`, async (request) => view(request)(get(request)));
  app.delete(`/${collection}/:id`, async (request) => {
    const binding = get(request);
    if (!binding.removedAt) {
      binding.removedAt = new Date(clock.now()).toISOString();
      clock.after(delays.bindingRemove, () => store.roleBindings.delete(binding.id));
      if (kind === 'project') projectBindingChanged(context, binding.placeId);
    }
    return view(request)(binding);
  });
}

/**
 * @throws RancherError if the role or subject cannot be bound in the given cluster or project; the order of the checks
 * is Rancher's
 */
function placeOf(context: RancherContext, kind: Kind, given: NewBinding): Pick<RoleBinding, 'id' | 'name' | 'placeId'> {
  const { store } = context;
  const { place, prefix } = BINDINGS[kind];
  const placeId = (kind === 'cluster' ? given.clusterId : given.projectId) ?? '';
  if (kind === 'cluster' && !placeId) throw missing(place);
  if (!given.roleTemplateId) throw missing('roleTemplateId');
  if (!placeId) throw missing(place);
  checkRole(context, kind, given.roleTemplateId);
  checkSubject(given);
  const principal = given.userPrincipalId?.split('://')[1];
  if (principal !== undefined && !store.users.has(principal)) {
    throw failure(`users.management.cattle.io "${principal}" not found`);
  }
  checkPlace(context, kind, placeId);
  const namespace = kind === 'cluster' ? placeId : backingNamespaceOf(placeId);
  const name = given.name || hashedName(prefix, [placeId, given]);
  return { placeId, name, id: `${namespace}:${name}` };
}

const failure = (message: string): RancherError => new RancherError(500, 'ServerError', message);
const badBody = (message: string): RancherError => new RancherError(422, 'InvalidBodyContent', message);

function checkRole({ store }: RancherContext, kind: Kind, id: string): void {
  const role = store.roleTemplates.get(id);
  if (!role) throw failure(`Error getting role template: roletemplates.management.cattle.io "${id}" not found`);
  if (role.context !== kind) throw badBody(`Cannot reference context [${role.context}] from [${kind}] context`);
  if (role.locked) throw new RancherError(422, 'InvalidState', 'Role is locked and cannot be assigned');
}

/** Requires either a user or a group, given by id or by principal. */
function checkSubject({ userId, userPrincipalId, groupId, groupPrincipalId }: NewBinding): void {
  const [isUser, isGroup] = [Boolean(userId || userPrincipalId), Boolean(groupId || groupPrincipalId)];
  if (isUser !== isGroup) return;
  throw badBody('must target a user [userId]/[userPrincipalId] OR a group [groupId]/[groupPrincipalId]');
}

/** Rancher looks up the project in a cache. A project that was created just before is not in this cache yet. */
function checkPlace({ store, clock, delays }: RancherContext, kind: Kind, id: string): void {
  if (kind === 'cluster') {
    if (!hasNamespace(store, id)) throw notFound(`namespaces "${id}" not found`);
    return;
  }
  if (!id.includes(':')) throw notFound(`namespaces "${id}" not found`);
  const project = store.projects.get(id);
  const isCached = project && clock.now() - Date.parse(project.createdAt) >= delays.projectCache * delays.pace;
  if (!isCached) throw failure(`projects.management.cattle.io "${id.replace(':', '/')}" not found`);
}

/** A name made from the cluster or project, the role and the subject, so that the same binding cannot exist twice. */
function hashedName(prefix: string, [placeId, given]: [string, NewBinding]): string {
  const subject = given.userId || given.userPrincipalId || given.groupId || given.groupPrincipalId;
  const hash = createHash('sha256')
    .update(JSON.stringify([placeId, given.roleTemplateId, subject]))
    .digest();
  return `${prefix}-${[...hash.subarray(0, 10)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('')}`;
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
