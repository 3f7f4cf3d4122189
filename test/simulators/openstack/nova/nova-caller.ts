import type { FastifyRequest } from 'fastify';
import type { Cloud } from '../cloud.ts';
import { type Caller, serviceCaller } from '../keystone/caller.ts';
import { computeRefusal } from '../refusal.ts';
import type { Server } from './rows.ts';

export const novaCaller = (cloud: Cloud, request: FastifyRequest) => serviceCaller(cloud, request, 'nova');

/** @throws Refusal 403 in Nova's words */
export function novaPolicy(allowed: boolean, rule: string): void {
  if (!allowed) throw computeRefusal(403, `Policy doesn't allow os_compute_api:${rule} to be performed.`);
}

/** @throws Refusal 404, also for another project's server */
export function ownServer(cloud: Cloud, caller: Caller, id: string): Server {
  const server = cloud.nova.servers.get(id);
  if (server && (caller.admin || server.project_id === caller.projectId)) return server;
  throw computeRefusal(404, `Instance ${id} could not be found.`);
}

/** Nova's times have no fraction. */
export const novaTime = (cloud: Cloud) => new Date(cloud.clock.now()).toISOString().replace(/\.\d+Z$/, 'Z');
