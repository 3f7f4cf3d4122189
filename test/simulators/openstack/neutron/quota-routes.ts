import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Cloud } from '../cloud.ts';
import { neutronRefusal } from '../refusal.ts';
import { contextOf } from './collection.ts';
import { requirePolicy } from './context.ts';
import { defaultNetworkQuota, networkQuota, networkUsage } from './quota.ts';

interface OfProject {
  Params: { projectId: string };
}

const change = z.object({ quota: z.record(z.string(), z.coerce.number().int().min(-1)) });

/** `/v2.0/quotas`: a member reads his own, an admin sets anyone's; deleting means the default again. */
export function addNetworkQuotaRoutes(app: FastifyInstance, cloud: Cloud): void {
  app.get<OfProject>('/v2.0/quotas/:projectId', async (request) => {
    const { projectId } = request.params;
    const { caller } = contextOf(cloud, request);
    requirePolicy(caller.admin || caller.projectId === projectId, 'get_quota');
    return { quota: networkQuota(cloud, projectId) };
  });

  app.get<OfProject>('/v2.0/quotas/:projectId/details.json', async (request) => {
    const { projectId } = request.params;
    const { caller } = contextOf(cloud, request);
    requirePolicy(caller.admin || caller.projectId === projectId, 'get_quota');
    const rows = Object.entries(networkQuota(cloud, projectId)).map(([resource, limit]) => [
      resource,
      { limit, used: networkUsage(cloud, projectId, resource), reserved: 0 },
    ]);
    return { quota: Object.fromEntries(rows) };
  });

  app.put<OfProject>('/v2.0/quotas/:projectId', async (request) => {
    requirePolicy(contextOf(cloud, request).caller.admin, 'update_quota');
    const { quota } = change.parse(request.body);
    const unknown = Object.keys(quota).filter((resource) => !(resource in defaultNetworkQuota));
    if (unknown.length > 0)
      throw neutronRefusal(400, 'HTTPBadRequest', `Unrecognized attribute(s) '${unknown.join(', ')}'`);
    cloud.neutron.quotas.set(request.params.projectId, {
      ...cloud.neutron.quotas.get(request.params.projectId),
      ...quota,
    });
    return { quota: networkQuota(cloud, request.params.projectId) };
  });

  app.delete<OfProject>('/v2.0/quotas/:projectId', async (request, reply) => {
    requirePolicy(contextOf(cloud, request).caller.admin, 'delete_quota');
    cloud.neutron.quotas.delete(request.params.projectId);
    return reply.code(204).send();
  });
}
