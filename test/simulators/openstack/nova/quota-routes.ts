import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Cloud } from '../cloud.ts';
import type { Caller } from '../keystone/caller.ts';
import { computeRefusal } from '../refusal.ts';
import { novaCaller, novaPolicy } from './nova-caller.ts';
import { computeQuota, computeUsage } from './quota.ts';

interface OfProject {
  Params: { projectId: string };
}

const change = z.object({ quota_set: z.record(z.string(), z.union([z.boolean(), z.coerce.number().int().min(-1)])) });

export function addComputeQuotaRoutes(app: FastifyInstance, cloud: Cloud): void {
  app.get<OfProject>('/os-quota-sets/:projectId', async (request) => {
    const { projectId } = request.params;
    const caller = novaCaller(cloud, request);
    novaPolicy(mayRead(caller, projectId), 'os-quota-sets:show');
    requireProject(cloud, projectId);
    return { quota_set: { id: projectId, ...computeQuota(cloud, projectId) } };
  });

  app.get<OfProject>('/os-quota-sets/:projectId/defaults', async (request) => {
    novaCaller(cloud, request);
    requireProject(cloud, request.params.projectId);
    return { quota_set: { id: request.params.projectId, ...computeQuota(cloud, '') } };
  });

  app.get<OfProject>('/os-quota-sets/:projectId/detail', async (request) => {
    const { projectId } = request.params;
    const caller = novaCaller(cloud, request);
    novaPolicy(mayRead(caller, projectId), 'os-quota-sets:detail');
    requireProject(cloud, projectId);
    const usage = computeUsage(cloud, projectId);
    const rows = Object.entries(computeQuota(cloud, projectId)).map(([key, limit]) => [
      key,
      { limit, in_use: usage[key] ?? 0, reserved: 0 },
    ]);
    return { quota_set: { id: projectId, ...Object.fromEntries(rows) } };
  });

  app.put<OfProject>('/os-quota-sets/:projectId', async (request) => {
    const { projectId } = request.params;
    novaPolicy(isAdminOfProject(novaCaller(cloud, request)), 'os-quota-sets:update');
    requireProject(cloud, projectId);
    const { force = false, ...limits } = change.parse(request.body).quota_set;
    const checked = checkedLimits(cloud, projectId, limits, force === true);
    cloud.nova.quotas.set(projectId, { ...cloud.nova.quotas.get(projectId), ...checked });
    return { quota_set: computeQuota(cloud, projectId) };
  });

  app.delete<OfProject>('/os-quota-sets/:projectId', async (request, reply) => {
    novaPolicy(isAdminOfProject(novaCaller(cloud, request)), 'os-quota-sets:delete');
    cloud.nova.quotas.delete(request.params.projectId);
    return reply.code(202).send();
  });

  app.get('/limits', async (request) => {
    const { projectId } = novaCaller(cloud, request);
    return { limits: { rate: [], absolute: limitsOf(cloud, projectId) } };
  });
}

/** An admin role on a domain does not count. */
const isAdminOfProject = (caller: Caller) => caller.admin && caller.projectId !== '';
const mayRead = (caller: Caller, projectId: string) => isAdminOfProject(caller) || caller.projectId === projectId;

function requireProject({ keystone }: Cloud, id: string): void {
  if (!keystone.projects.has(id)) throw computeRefusal(400, `Project ID ${id} is not a valid project.`);
}

function checkedLimits(cloud: Cloud, projectId: string, limits: Record<string, number | boolean>, force: boolean) {
  const usage = computeUsage(cloud, projectId);
  const known = computeQuota(cloud, projectId);
  const entries = Object.entries(limits).map(([key, value]): [string, number] => {
    if (!(key in known)) {
      throw computeRefusal(
        400,
        `Invalid input for field/attribute quota_set. Additional properties are not allowed ('${key}' was unexpected)`,
      );
    }
    const limit = Number(value);
    const used = usage[key] ?? 0;
    if (!force && limit >= 0 && limit < used) {
      throw computeRefusal(
        400,
        `Quota limit ${limit} for ${key} must be greater than or equal to already used and reserved ${used}.`,
      );
    }
    return [key, limit];
  });
  return Object.fromEntries(entries);
}

function limitsOf(cloud: Cloud, projectId: string) {
  const quota = computeQuota(cloud, projectId);
  const usage = computeUsage(cloud, projectId);
  return {
    maxTotalInstances: quota.instances,
    maxTotalCores: quota.cores,
    maxTotalRAMSize: quota.ram,
    maxTotalKeypairs: quota.key_pairs,
    maxServerMeta: quota.metadata_items,
    maxServerGroups: quota.server_groups,
    maxServerGroupMembers: quota.server_group_members,
    totalInstancesUsed: usage.instances,
    totalCoresUsed: usage.cores,
    totalRAMUsed: usage.ram,
    totalServerGroupsUsed: usage.server_groups,
  };
}
