import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { randomName } from '../_kit/random-name.ts';
import { normanCollection, normanObject } from './norman-view.ts';
import type { RancherContext } from './rancher-context.ts';
import { notFound, RancherError } from './rancher-errors.ts';
import type { RoleTemplate } from './rancher-objects.ts';
import { baseUrlOf } from './steve-collection.ts';

const newRole = z.object({ name: z.string().default(''), context: z.enum(['cluster', 'project', '']).default('') });

/** `/v3/roletemplates`: Rancher's own roles, and those that its administrators make. */
export function normanRoleTemplates(app: FastifyInstance, { store, clock }: RancherContext): void {
  const get = (request: FastifyRequest): RoleTemplate => {
    const { id } = z.object({ id: z.string() }).parse(request.params);
    const found = store.roleTemplates.get(id);
    if (!found) throw notFound(`roletemplates.management.cattle.io "${id}" not found`);
    return found;
  };

  app.get('/roletemplates', async (request) =>
    normanCollection(
      request,
      { resourceType: 'roleTemplate', filters: ['id', 'name', 'context', 'builtin'] },
      [...store.roleTemplates.values()].map((role) => roleView(role, baseUrlOf(request))),
    ),
  );
  app.post('/roletemplates', async (request, reply) => {
    const { name, context } = newRole.parse(request.body ?? {});
    if (name === '') throw new RancherError(422, 'MissingRequired', 'name');
    const createdAt = new Date(clock.now()).toISOString();
    const role = { id: `rt-${randomName(5)}`, name, context, builtin: false, createdAt, uid: randomUUID() };
    store.roleTemplates.set(role.id, role);
    return reply.code(201).send(roleView(role, baseUrlOf(request)));
  });
  app.get('/roletemplates/:id', async (request) => roleView(get(request), baseUrlOf(request)));
  app.delete('/roletemplates/:id', async (request) => {
    const role = get(request);
    if (role.builtin) throw new RancherError(405, 'MethodNotAllowed', 'cannot delete builtin role templates');
    store.roleTemplates.delete(role.id);
    return roleView(role, baseUrlOf(request));
  });
}

const roleView = ({ id, name, context, builtin, createdAt, uid }: RoleTemplate, baseUrl: string) =>
  normanObject(baseUrl, {
    ...{ type: 'roleTemplate', collection: 'roleTemplates' },
    ...{ id, uuid: uid, name, context, builtin, created: createdAt, locked: false, hidden: false },
  });
