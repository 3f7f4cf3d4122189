import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { unusedId } from '../_kit/random-name.ts';
import { normanCollection, normanObject } from './norman-view.ts';
import type { RancherContext } from './rancher-context.ts';
import { notFound, RancherError } from './rancher-errors.ts';
import type { GlobalRoleBinding } from './rancher-objects.ts';
import { baseUrlOf } from './steve-collection.ts';

const RESOURCE = 'globalRoleBinding';
/** Those that every Rancher brings and a client may want to give. */
const GLOBAL_ROLES = new Set(['admin', 'user', 'user-base']);
const text = z.string().default('');
const newBinding = z.object({ globalRoleId: text, userId: text, groupPrincipalId: text });

/** `/v3/globalrolebindings`: who may do what in all of Rancher; `user-base` is signing in. */
export function normanGlobalRoleBindings(app: FastifyInstance, { store, clock }: RancherContext): void {
  const bindings = store.globalRoleBindings;
  const view = (request: FastifyRequest) => (binding: GlobalRoleBinding) => bindingView(binding, baseUrlOf(request));

  app.get('/globalrolebindings', async (request) =>
    normanCollection(
      request,
      { resourceType: RESOURCE, filters: ['id', 'globalRoleId', 'userId', 'groupPrincipalId'] },
      [...bindings.values()].map(view(request)),
    ),
  );
  app.post('/globalrolebindings', async (request, reply) => {
    const given = newBinding.parse(request.body ?? {});
    if (given.globalRoleId === '') throw new RancherError(422, 'MissingRequired', 'globalRoleId');
    if (!GLOBAL_ROLES.has(given.globalRoleId))
      throw notFound(`globalroles.management.cattle.io "${given.globalRoleId}" not found`);
    if ((given.userId === '') === (given.groupPrincipalId === '')) {
      throw new RancherError(422, 'InvalidBodyContent', 'must contain field [groupPrincipalId] OR field [userId]');
    }
    const createdAt = new Date(clock.now()).toISOString();
    const binding = { ...given, id: unusedId('grb-', bindings), createdAt, uid: randomUUID() };
    bindings.set(binding.id, binding);
    return reply.code(201).send(view(request)(binding));
  });
  app.delete('/globalrolebindings/:id', async (request) => {
    const { id } = z.object({ id: z.string() }).parse(request.params);
    const found = bindings.get(id);
    if (!found) throw notFound(`globalrolebindings.management.cattle.io "${id}" not found`);
    bindings.delete(id);
    return view(request)(found);
  });
}

function bindingView(
  { id, uid, createdAt, globalRoleId, userId, groupPrincipalId }: GlobalRoleBinding,
  baseUrl: string,
) {
  return normanObject(baseUrl, {
    ...{ type: RESOURCE, collection: `${RESOURCE.toLowerCase()}s`, id, name: id, uuid: uid, created: createdAt },
    ...{ globalRoleId, ...(userId && { userId }), ...(groupPrincipalId && { groupPrincipalId }) },
  });
}
