import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { unusedId } from '../../_kit/random-name.ts';
import type { RancherContext } from '../_core/rancher-context.ts';
import { missing, notFound, RancherError } from '../_core/rancher-errors.ts';
import type { GlobalRoleBinding } from '../_core/rancher-objects.ts';
import { callerOf } from '../identity/caller.ts';
import { normanCollection } from '../norman/norman-view.ts';
import { baseUrlOf } from '../steve/steve-collection.ts';
import { globalRoleBindingView } from './global-role-binding-view.ts';
import { GLOBAL_ROLES } from './role-rules.ts';

const text = z.string().nullish();
const newBinding = z.object({ globalRoleId: text, userId: text, groupPrincipalId: text });

/**
 * `/v3/globalrolebindings`: roles for all of Rancher. `user-base` allows little more than signing in. A repeated
 * request creates a second binding.
 */
export function normanGlobalRoleBindings(app: FastifyInstance, context: RancherContext): void {
  const { store, clock } = context;
  const bindings = store.globalRoleBindings;
  const get = (request: FastifyRequest): GlobalRoleBinding => {
    const { id } = z.object({ id: z.string() }).parse(request.params);
    const found = bindings.get(id);
    if (!found) throw notFound(`globalrolebindings.management.cattle.io "${id}" not found`);
    return found;
  };
  const view = (request: FastifyRequest) => (binding: GlobalRoleBinding) =>
    globalRoleBindingView(context, binding, baseUrlOf(request));

  app.get('/globalrolebindings', async (request) =>
    normanCollection(
      request,
      { resourceType: 'globalRoleBinding', filters: ['id', 'name', 'globalRoleId', 'userId', 'groupPrincipalId'] },
      [...bindings.values()].map(view(request)),
    ),
  );
  app.post('/globalrolebindings', async (request, reply) => {
    const given = orderIn(request.body);
    const createdAt = new Date(clock.now()).toISOString();
    const own = { id: unusedId('grb-', bindings), creatorId: callerOf(request).userId, createdAt, uid: randomUUID() };
    const binding = { ...given, ...own };
    bindings.set(binding.id, binding);
    return reply.code(201).send(view(request)(binding));
  });
  app.get('/globalrolebindings/:id', async (request) => view(request)(get(request)));
  // The role and subject of a binding cannot be changed. The request is answered as if it succeeded.
  app.put('/globalrolebindings/:id', async (request) => view(request)(get(request)));
  app.delete('/globalrolebindings/:id', async (request) => {
    const binding = get(request);
    bindings.delete(binding.id);
    return view(request)({ ...binding, removedAt: new Date(clock.now()).toISOString() });
  });
}

function orderIn(body: unknown) {
  const { globalRoleId, userId, groupPrincipalId } = newBinding.parse(body ?? {});
  if (!globalRoleId) throw missing('globalRoleId');
  if (!userId === !groupPrincipalId) {
    throw new RancherError(422, 'InvalidBodyContent', 'must contain field [groupPrincipalId] OR field [userId]');
  }
  if (!(globalRoleId in GLOBAL_ROLES)) throw notFound(`globalroles.management.cattle.io "${globalRoleId}" not found`);
  return { globalRoleId, userId: userId ?? '', groupPrincipalId: groupPrincipalId ?? '' };
}
