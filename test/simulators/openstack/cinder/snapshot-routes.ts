import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Cloud } from '../cloud.ts';
import { type Caller, serviceCaller } from '../keystone/caller.ts';
import { computeRefusal } from '../refusal.ts';
import type { VolumeSnapshot } from './rows.ts';
import { ownVolume } from './volume-routes.ts';

interface ById {
  Params: { id: string };
}

const creation = z.object({
  snapshot: z.object({
    volume_id: z.string(),
    name: z.string().max(255).nullish(),
    description: z.string().max(255).nullish(),
    force: z.union([z.boolean(), z.stringbool()]).nullish(),
    metadata: z.record(z.string(), z.string()).nullish(),
  }),
});

const view = ({ project_id: _project, ...snapshot }: VolumeSnapshot) => ({ ...snapshot, updated_at: null });

/** `/v3/snapshots`. A volume with snapshots cannot be deleted. */
export function addSnapshotRoutes(app: FastifyInstance, cloud: Cloud): void {
  const callerOf = (request: FastifyRequest) => serviceCaller(cloud, request, 'cinder');
  const { snapshots } = cloud.cinder;
  const own = ({ projectId }: Caller) => [...snapshots.values()].filter((one) => one.project_id === projectId);
  const get = (request: FastifyRequest<ById>): VolumeSnapshot => {
    const found = own(callerOf(request)).find(({ id }) => id === request.params.id);
    if (!found) throw computeRefusal(404, `Snapshot ${request.params.id} could not be found.`);
    return found;
  };
  for (const path of ['/snapshots', '/snapshots/detail'])
    app.get(path, async (request) => ({ snapshots: own(callerOf(request)).map(view) }));
  app.get<ById>('/snapshots/:id', async (request) => ({ snapshot: view(get(request)) }));
  app.post('/snapshots', async (request, reply) => {
    const { volume_id, name, description, force, metadata } = creation.parse(request.body).snapshot;
    const volume = ownVolume(cloud, callerOf(request), volume_id);
    if (volume.status !== 'available' && !(force && volume.status === 'in-use')) {
      const why = `Volume ${volume.id} status must be available, but current status is: ${volume.status}.`;
      throw computeRefusal(400, `Invalid volume: ${why}`);
    }
    const snapshot: VolumeSnapshot = {
      ...{ id: cloud.newUuid(), name: name ?? null, description: description ?? null, volume_id: volume.id },
      ...{ status: 'available', size: volume.size, metadata: metadata ?? {}, project_id: volume.project_id },
      created_at: new Date(cloud.clock.now()).toISOString().replace('Z', '000'),
    };
    snapshots.set(snapshot.id, snapshot);
    return reply.code(202).send({ snapshot: view(snapshot) });
  });
  app.delete<ById>('/snapshots/:id', async (request, reply) => {
    snapshots.delete(get(request).id);
    return reply.code(202).send();
  });
}
