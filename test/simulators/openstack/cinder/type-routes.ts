import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Cloud } from '../cloud.ts';
import { serviceCaller } from '../keystone/caller.ts';
import { computeRefusal } from '../refusal.ts';
import { NOT_SIMULATED } from '../service.ts';
import type { VolumeType } from './rows.ts';
import { findType } from './volumes.ts';

interface ById {
  Params: { id: string };
}

const name = z.string().trim().min(1).max(255);
const description = z.string().max(255).nullish();
const extra_specs = z.record(z.string().regex(/^[a-zA-Z0-9-_:. ]{1,255}$/), z.string().max(255));
const creation = z.object({
  volume_type: z.object({
    ...{ name, description, extra_specs: extra_specs.nullish() },
    'os-volume-type-access:is_public': z.literal(true, NOT_SIMULATED).optional(),
  }),
});
const change = z.object({
  volume_type: z.object({ name: name.optional(), description, is_public: z.literal(true, NOT_SIMULATED).optional() }),
});
const view = (type: VolumeType) => ({
  ...type,
  extra_specs: type.extra_specs ?? {},
  'os-volume-type-access:is_public': type.is_public,
});

function knownType(cloud: Cloud, id: string): VolumeType {
  const type = findType(cloud, id);
  if (!type) throw computeRefusal(404, `Volume type ${id} could not be found.`);
  return type;
}

export function addTypeRoutes(app: FastifyInstance, cloud: Cloud): void {
  const { types } = cloud.cinder;
  const requireAdmin = (request: FastifyRequest, rule: string): void => {
    if (serviceCaller(cloud, request, 'cinder').admin) return;
    throw computeRefusal(403, `Policy doesn't allow volume_extension:${rule} to be performed.`);
  };
  app.get('/types', async (request) => {
    serviceCaller(cloud, request, 'cinder');
    return { volume_types: [...types.values()].map(view) };
  });
  app.get<ById>('/types/:id', async (request) => {
    serviceCaller(cloud, request, 'cinder');
    const { id } = request.params;
    return { volume_type: view(knownType(cloud, id === 'default' ? '__DEFAULT__' : id)) };
  });

  app.post('/types', async (request) => {
    requireAdmin(request, 'type_create');
    const { name, description = null, extra_specs } = creation.parse(request.body).volume_type;
    if ([...types.values()].some((type) => type.name === name))
      throw computeRefusal(409, `Volume Type ${name} already exists.`);
    const type = { id: randomUUID(), name, description, is_public: true, extra_specs: extra_specs ?? {} };
    types.set(type.id, type);
    return { volume_type: view(type) };
  });
  app.put<ById>('/types/:id', async (request) => {
    requireAdmin(request, 'type_update');
    const type = knownType(cloud, request.params.id);
    const { name = type.name, description = type.description } = change.parse(request.body).volume_type;
    Object.assign(type, { name, description });
    return { volume_type: view(type) };
  });
  app.delete<ById>('/types/:id', async (request, reply) => {
    requireAdmin(request, 'type_delete');
    types.delete(knownType(cloud, request.params.id).id);
    return reply.code(202).send();
  });

  app.get<ById>('/types/:id/extra_specs', async (request) => {
    requireAdmin(request, 'types_extra_specs:index');
    return { extra_specs: knownType(cloud, request.params.id).extra_specs ?? {} };
  });
  app.post<ById>('/types/:id/extra_specs', async (request) => {
    requireAdmin(request, 'types_extra_specs:create');
    const type = knownType(cloud, request.params.id);
    const given = z.object({ extra_specs }).parse(request.body);
    type.extra_specs = { ...type.extra_specs, ...given.extra_specs };
    return given;
  });
  app.delete<{ Params: { id: string; key: string } }>('/types/:id/extra_specs/:key', async (request, reply) => {
    requireAdmin(request, 'types_extra_specs:delete');
    const { id, key } = request.params;
    const type = knownType(cloud, id);
    const { [key]: taken, ...left } = type.extra_specs ?? {};
    if (taken === undefined) throw computeRefusal(404, `Volume Type ${id} has no extra specs with key ${key}.`);
    type.extra_specs = left;
    return reply.code(202).send();
  });
}
