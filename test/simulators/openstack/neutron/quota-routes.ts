import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Cloud } from '../cloud.ts';
import { neutronRefusal } from '../refusal.ts';
import { contextOf } from './collection.ts';
import { type Context, requirePolicy } from './context.ts';
import { defaultNetworkQuota, networkQuota, networkUsage } from './quota.ts';
import { flag } from './values.ts';

interface OfProject {
  Params: { projectId: string; details: string };
}

const limit = z.coerce.number().int().min(-1);
const change = z.object({
  quota: z
    .looseObject({ check_limit: flag.optional(), force: flag.optional() })
    .transform(({ check_limit, force, ...limits }) => ({
      ...{ isChecked: check_limit ?? !force, limits: z.record(z.string(), limit).parse(limits) },
    })),
});

/**
 * `/v2.0/quotas`. A member may read the quotas of the member's project. An admin may set the quotas of any project. A
 * DELETE restores the defaults.
 */
export function addNetworkQuotaRoutes(app: FastifyInstance, cloud: Cloud): void {
  app.get<OfProject>('/v2.0/quotas/:projectId', async (request) => {
    const { projectId } = request.params;
    requireReader(contextOf(cloud, request), projectId);
    return { quota: networkQuota(cloud, projectId) };
  });

  app.get('/v2.0/quotas', async (request) => {
    requireAdmin(contextOf(cloud, request), 'get_quota');
    const projectIds = [...cloud.neutron.quotas.keys()];
    return { quotas: projectIds.map((id) => ({ ...networkQuota(cloud, id), project_id: id, tenant_id: id })) };
  });
  app.get<OfProject>('/v2.0/quotas/:projectId/default', async (request) => {
    requireReader(contextOf(cloud, request), request.params.projectId);
    return { quota: defaultNetworkQuota };
  });

  app.get<OfProject>('/v2.0/quotas/:projectId/:details', async (request) => {
    const { projectId, details } = request.params;
    requireReader(contextOf(cloud, request), projectId);
    if (!/^details(\.json)?$/.test(details))
      throw neutronRefusal(404, 'HTTPNotFound', 'The resource could not be found.');
    const rows = Object.entries(networkQuota(cloud, projectId)).map(([resource, limit]) => [
      resource,
      { limit, used: networkUsage(cloud, projectId, resource), reserved: 0 },
    ]);
    return { quota: Object.fromEntries(rows) };
  });

  app.put<OfProject>('/v2.0/quotas/:projectId', async (request) => {
    requireAdmin(contextOf(cloud, request), 'update_quota');
    const { limits: quota, isChecked } = change.parse(request.body).quota;
    const unknown = Object.keys(quota).filter((resource) => !(resource in defaultNetworkQuota));
    if (unknown.length > 0)
      throw neutronRefusal(400, 'HTTPBadRequest', `Unrecognized attribute(s) '${unknown.join(', ')}'`);
    if (isChecked) requireAboveUse(cloud, request.params.projectId, quota);
    cloud.neutron.quotas.set(request.params.projectId, {
      ...cloud.neutron.quotas.get(request.params.projectId),
      ...quota,
    });
    return { quota: networkQuota(cloud, request.params.projectId) };
  });

  app.delete<OfProject>('/v2.0/quotas/:projectId', async (request, reply) => {
    requireAdmin(contextOf(cloud, request), 'delete_quota');
    const { projectId } = request.params;
    if (!cloud.neutron.quotas.delete(projectId)) {
      throw neutronRefusal(404, 'TenantQuotaNotFound', `Quota for project ${projectId} could not be found.`);
    }
    return reply.code(204).send();
  });
}

const requireScope = ({ caller }: Context, rule: string): void => {
  if (caller.projectId !== '') return;
  const why = `rule:${rule} requires a scope of ['project'], request was made with domain scope.`;
  throw neutronRefusal(403, 'InvalidScope', why);
};

function requireReader(context: Context, projectId: string): void {
  requireScope(context, 'get_quota');
  requirePolicy(context.caller.admin || context.caller.projectId === projectId, 'get_quota');
}

function requireAdmin(context: Context, rule: string): void {
  requireScope(context, rule);
  requirePolicy(context.caller.admin, rule);
}

function requireAboveUse(cloud: Cloud, projectId: string, quota: Record<string, number>): void {
  for (const [resource, limit] of Object.entries(quota)) {
    const used = networkUsage(cloud, projectId, resource);
    if (limit < 0 || limit >= used) continue;
    const why = `Quota limit ${limit} for ${resource} must be greater than or equal to already used ${used}`;
    throw neutronRefusal(400, 'HTTPBadRequest', why);
  }
}
