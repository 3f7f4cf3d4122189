import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Cloud } from '#test/simulators/openstack/cloud';
import { computeRefusal } from '#test/simulators/openstack/refusal';
import { novaCaller, novaPolicy, ownServer } from '../nova-caller.ts';
import { texts } from './server-request.ts';

interface OfServer {
  Params: { id: string; key: string };
}

const given = z.strictObject({ metadata: texts });

export function addServerMetadataRoutes(app: FastifyInstance, cloud: Cloud): void {
  const path = '/servers/:id/metadata';
  const written = (request: FastifyRequest<OfServer>, rule: string) => {
    const caller = novaCaller(cloud, request);
    const server = ownServer(cloud, caller, request.params.id);
    novaPolicy(caller.writer, `server-metadata:${rule}`);
    return server;
  };

  app.get<OfServer>(path, async (request) => {
    const { metadata } = ownServer(cloud, novaCaller(cloud, request), request.params.id);
    return { metadata };
  });
  app.post<OfServer>(path, async (request) => {
    const server = written(request, 'create');
    server.metadata = { ...server.metadata, ...given.parse(request.body).metadata };
    return { metadata: server.metadata };
  });
  app.put<OfServer>(path, async (request) => {
    const server = written(request, 'update_all');
    server.metadata = given.parse(request.body).metadata;
    return { metadata: server.metadata };
  });
  app.delete<OfServer>(`${path}/:key`, async (request, reply) => {
    const server = written(request, 'delete');
    const { [request.params.key]: taken, ...left } = server.metadata;
    if (taken === undefined) throw computeRefusal(404, 'Metadata item was not found');
    server.metadata = left;
    return reply.code(204).send();
  });
}
