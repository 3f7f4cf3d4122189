import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Cloud } from '../cloud.ts';
import { serviceCaller } from '../keystone/caller.ts';
import { computeRefusal } from '../refusal.ts';
import type { VolumeType } from './rows.ts';
import { findType } from './volumes.ts';

interface ById {
  Params: { id: string };
}

const creation = z.object({ volume_type: z.object({ name: z.string().trim().min(1).max(255) }) });
const view = (type: VolumeType) => ({ ...type, extra_specs: {} });

function knownType(cloud: Cloud, id: string): VolumeType {
  const type = findType(cloud, id);
  if (!type) throw computeRefusal(404, `Volume type ${id} could not be found.`);
  return type;
}

export function addTypeRoutes(app: FastifyInstance, cloud: Cloud): void {
  const { types } = cloud.cinder;
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
    if (!serviceCaller(cloud, request, 'cinder').admin)
      throw computeRefusal(403, "Policy doesn't allow volume_extension:type_create to be performed.");
    const { name } = creation.parse(request.body).volume_type;
    if ([...types.values()].some((type) => type.name === name))
      throw computeRefusal(409, `Volume Type ${name} already exists.`);
    const type = { id: randomUUID(), name, description: '', is_public: true };
    types.set(type.id, type);
    return { volume_type: view(type) };
  });
  app.delete<ById>('/types/:id', async (request, reply) => {
    if (!serviceCaller(cloud, request, 'cinder').admin)
      throw computeRefusal(403, "Policy doesn't allow volume_extension:type_delete to be performed.");
    types.delete(knownType(cloud, request.params.id).id);
    return reply.code(202).send();
  });
}
