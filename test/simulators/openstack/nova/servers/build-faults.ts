import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Cloud } from '#test/simulators/openstack/cloud';
import { novaTime } from '../nova-caller.ts';
import type { BuildFault, Server } from '../rows.ts';
import { releaseResources } from './release-resources.ts';

const buildFault = z.strictObject({
  name: z.string().default(''),
  code: z.int().default(500),
  message: z.string(),
  during: z.enum(['scheduling', 'spawning']).default('scheduling'),
  times: z.int().min(1).default(1),
}) satisfies z.ZodType<BuildFault>;

/** `POST /_sim/build-faults` adds a fault. `GET` lists the remaining faults. A reset removes all faults. */
export function addBuildFaultRoutes(app: FastifyInstance, cloud: Cloud): void {
  app.get('/_sim/build-faults', async () => cloud.nova.buildFaults);
  app.post('/_sim/build-faults', async (request, reply) => {
    const given = buildFault.safeParse(request.body);
    if (!given.success) return reply.code(400).send({ message: z.prettifyError(given.error) });
    cloud.nova.buildFaults.push(given.data);
    return reply.code(201).send(cloud.nova.buildFaults);
  });
}

/** If a fault applies to this part of the server's build, sets the server to ERROR and returns true. */
export function failsBuild(cloud: Cloud, server: Server, during: BuildFault['during']): boolean {
  const { nova } = cloud;
  const fault = nova.buildFaults.find((item) => item.during === during && new RegExp(item.name).test(server.name));
  if (!fault) return false;
  fault.times -= 1;
  nova.buildFaults = nova.buildFaults.filter((item) => item.times > 0);
  failBuild(cloud, server, fault);
  return true;
}

export function failBuild(cloud: Cloud, server: Server, { code, message }: Pick<BuildFault, 'code' | 'message'>): void {
  const fault = { code, message, created: novaTime(cloud) };
  Object.assign(server, { status: 'ERROR', taskState: null, fault, updated: novaTime(cloud) });
}

/** Ends a build that failed on the host: releases the server's ports and volumes, and sets the server to ERROR. */
export function abortBuild(cloud: Cloud, server: Server, reason: string): void {
  releaseResources(cloud, server);
  failBuild(cloud, server, { code: 500, message: `Build of instance ${server.id} aborted: ${reason}` });
}
