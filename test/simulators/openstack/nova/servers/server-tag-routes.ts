import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Cloud } from '#test/simulators/openstack/cloud';
import { baseUrl } from '#test/simulators/openstack/keystone/caller';
import { computeRefusal } from '#test/simulators/openstack/refusal';
import { requireMinor } from '../microversion.ts';
import { novaCaller, novaPolicy, ownServer } from '../nova-caller.ts';
import type { Server } from '../rows.ts';
import { serverTag, serverTags } from './server-request.ts';

interface Tagged {
  Params: { id: string; tag: string };
}

/** Tags of a server, from microversion 2.26. */
export function addServerTagRoutes(app: FastifyInstance, cloud: Cloud): void {
  const serverOf = (request: FastifyRequest<Tagged>, writing = true): Server => {
    requireMinor(request, 26);
    const caller = novaCaller(cloud, request);
    if (writing) novaPolicy(caller.writer, 'os-server-tags:update');
    const server = ownServer(cloud, caller, request.params.id);
    if (writing) requireBuilt(server, request.method === 'DELETE' ? 'delete tag' : 'update tag');
    return server;
  };

  app.get<Tagged>('/servers/:id/tags', async (request) => ({ tags: serverOf(request, false).tags }));

  app.put<Tagged>('/servers/:id/tags', async (request) => {
    const server = serverOf(request);
    server.tags = [...new Set(z.object({ tags: serverTags }).parse(request.body).tags)].sort();
    return { tags: server.tags };
  });

  app.delete<Tagged>('/servers/:id/tags', async (request, reply) => {
    serverOf(request).tags = [];
    return reply.code(204).send();
  });

  app.get<Tagged>('/servers/:id/tags/:tag', async (request, reply) => {
    requireTag(serverOf(request, false), request.params.tag);
    return reply.code(204).send();
  });

  app.put<Tagged>('/servers/:id/tags/:tag', async (request, reply) => {
    const server = serverOf(request);
    const tag = serverTag.parse(request.params.tag);
    if (server.tags.includes(tag)) return reply.code(204).send();
    server.tags = [...server.tags, tag].sort();
    const location = `${baseUrl(request)}/compute/v2.1/servers/${server.id}/tags/${encodeURIComponent(tag)}`;
    return reply.code(201).header('location', location).send();
  });

  app.delete<Tagged>('/servers/:id/tags/:tag', async (request, reply) => {
    const server = serverOf(request);
    requireTag(server, request.params.tag);
    server.tags = server.tags.filter((tag) => tag !== request.params.tag);
    return reply.code(204).send();
  });
}

/** Nova refuses to change tags of a server that is being built, or that failed. */
function requireBuilt({ id, status }: Server, action: string): void {
  const refused = { BUILD: 'building', ERROR: 'error' };
  if (status === 'ACTIVE' || status === 'SHUTOFF') return;
  throw computeRefusal(409, `Cannot '${action}' instance ${id} while it is in vm_state ${refused[status]}`);
}

function requireTag({ id, tags }: Server, tag: string): void {
  if (!tags.includes(tag)) throw computeRefusal(404, `Server ${id} has no tag '${tag}'`);
}
