import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Cloud } from '../cloud.ts';
import { baseUrl, serviceCaller } from '../keystone/caller.ts';
import { computeRefusal } from '../refusal.ts';
import { mountService } from '../service.ts';
import { checkQuery } from './query-parameters.ts';
import { volumeQuota, volumeUsage } from './quota.ts';
import { addSnapshotRoutes } from './snapshot-routes.ts';
import { addTypeRoutes } from './type-routes.ts';
import { CINDER_UNPLAYED } from './unplayed-paths.ts';
import { addVolumeRoutes } from './volume-routes.ts';

interface OfProject {
  Params: { projectId: string };
}

export async function mountCinder(app: FastifyInstance, cloud: Cloud): Promise<void> {
  const manners = {
    invalid: (error: z.ZodError) => {
      const [issue] = error.issues;
      return computeRefusal(400, `Invalid input for field/attribute ${String(issue?.path.at(-1))}. ${issue?.message}`);
    },
    refuse: (status: number, message: string) => computeRefusal(status, message),
    unplayed: CINDER_UNPLAYED,
  };
  await mountService(app, '/volume', manners, (service) => {
    service.addHook('onRequest', negotiate);
    service.addHook('onRequest', checkQuery);
    service.get('/', async (request, reply) => {
      const links = [{ rel: 'self', href: `${baseUrl(request)}/volume/v3/` }];
      const version = { id: 'v3.0', status: 'CURRENT', version: '3.71', min_version: '3.0', links };
      return reply.code(300).send({ versions: [version] });
    });
    // Older clients put the project's id into the path.
    for (const prefix of ['/v3', '/v3/:project_id']) {
      service.register(async (v3) => addV3Routes(v3, cloud), { prefix });
    }
  });
}

async function negotiate(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const [, minor] = /volume 3\.(\d+)/.exec(String(request.headers['openstack-api-version'] ?? '')) ?? [];
  if (minor === undefined) return;
  if (Number(minor) > 71) {
    const message = `Version 3.${minor} is not supported by the API. Minimum is 3.0 and maximum is 3.71.`;
    throw computeRefusal(406, message);
  }
  reply.header('openstack-api-version', `volume 3.${minor}`).header('vary', 'OpenStack-API-Version');
}

function addV3Routes(app: FastifyInstance, cloud: Cloud): void {
  addVolumeRoutes(app, cloud);
  addSnapshotRoutes(app, cloud);
  addQuotaRoutes(app, cloud);

  addTypeRoutes(app, cloud);
  app.get('/limits', async (request) => {
    const { projectId } = serviceCaller(cloud, request, 'cinder');
    return { limits: { rate: [], absolute: limitsOf(cloud, projectId) } };
  });
  app.get('/os-availability-zone', async (request) => {
    serviceCaller(cloud, request, 'cinder');
    return { availabilityZoneInfo: [{ zoneName: 'nova', zoneState: { available: true } }] };
  });
}

function limitsOf(cloud: Cloud, projectId: string) {
  const quota = volumeQuota(cloud, projectId);
  return {
    maxTotalVolumes: quota.volumes,
    maxTotalVolumeGigabytes: quota.gigabytes,
    maxTotalSnapshots: quota.snapshots,
    totalVolumesUsed: volumeUsage(cloud, projectId, 'volumes'),
    totalGigabytesUsed: volumeUsage(cloud, projectId, 'gigabytes'),
    totalSnapshotsUsed: [...cloud.cinder.snapshots.values()].filter((one) => one.project_id === projectId).length,
  };
}

const quotaChange = z.object({ quota_set: z.record(z.string(), z.coerce.number().int().min(-1)) });

function addQuotaRoutes(app: FastifyInstance, cloud: Cloud): void {
  app.get<OfProject>('/os-quota-sets/:projectId', async (request) => {
    const caller = serviceCaller(cloud, request, 'cinder');
    const { projectId: id } = request.params;
    if (!caller.admin && caller.projectId !== id)
      throw computeRefusal(403, "Policy doesn't allow volume_extension:quotas:show to be performed.");
    const quota = volumeQuota(cloud, id);
    const withUsage = /[?&]usage=true/i.test(request.url);
    const rows = Object.entries(quota).map(([key, limit]) => [
      key,
      withUsage ? { limit, in_use: volumeUsage(cloud, id, key), reserved: 0, allocated: 0 } : limit,
    ]);
    return { quota_set: { id, ...Object.fromEntries(rows) } };
  });

  app.get<OfProject>('/os-quota-sets/:projectId/defaults', async (request) => {
    serviceCaller(cloud, request, 'cinder');
    return { quota_set: { id: request.params.projectId, ...volumeQuota(cloud, '') } };
  });

  app.put<OfProject>('/os-quota-sets/:projectId', async (request) => {
    const caller = serviceCaller(cloud, request, 'cinder');
    if (!caller.admin)
      throw computeRefusal(403, "Policy doesn't allow volume_extension:quotas:update to be performed.");
    const { projectId } = request.params;
    const { tenant_id: _named, ...asked } = z.object({ quota_set: z.looseObject({}) }).parse(request.body).quota_set;
    const { quota_set: changes } = quotaChange.parse({ quota_set: asked });
    const unknown = Object.keys(changes).filter((key) => !(key in volumeQuota(cloud, projectId)));
    if (unknown.length > 0)
      throw computeRefusal(400, `Invalid input received: Bad key(s) in quota set: ${unknown.join(', ')}`);
    cloud.cinder.quotas.set(projectId, { ...cloud.cinder.quotas.get(projectId), ...changes });
    return { quota_set: volumeQuota(cloud, projectId) };
  });

  app.delete<OfProject>('/os-quota-sets/:projectId', async (request) => {
    const caller = serviceCaller(cloud, request, 'cinder');
    if (!caller.admin)
      throw computeRefusal(403, "Policy doesn't allow volume_extension:quotas:delete to be performed.");
    cloud.cinder.quotas.delete(request.params.projectId);
    return {};
  });
}
