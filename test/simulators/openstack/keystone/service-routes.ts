import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Cloud } from '../cloud.ts';
import { newHexId } from '../ids.ts';
import { authUrl, keystoneCaller } from './caller.ts';
import { keystoneList } from './listing.ts';
import { found, requireAdmin } from './policy.ts';

const newService = z.object({
  service: z.object({
    type: z.string(),
    name: z.string().default(''),
    description: z.string().default(''),
    enabled: z.boolean().default(true),
  }),
});
const newEndpoint = z.object({
  endpoint: z.object({
    service_id: z.string(),
    interface: z.enum(['public', 'internal', 'admin']),
    url: z.string(),
    region_id: z.string().nullish(),
    /** The older name of `region_id`. */
    region: z.string().nullish(),
    enabled: z.boolean().default(true),
  }),
});

interface One {
  Params: { id: string };
}

/** Registered services of the catalog, and their endpoints. The cloud's own services have no rows. */
export function addServiceRoutes(app: FastifyInstance, cloud: Cloud): void {
  const { services, endpoints } = cloud.keystone;
  const linked = <Row extends { id: string }>(request: FastifyRequest, kind: string, row: Row) => ({
    ...row,
    links: { self: `${authUrl(request)}/${kind}/${row.id}` },
  });

  app.post('/v3/services', async (request, reply) => {
    requireAdmin(keystoneCaller(cloud, request), 'create_service');
    const service = { id: newHexId(), ...newService.parse(request.body).service };
    services.set(service.id, service);
    return reply.code(201).send({ service: linked(request, 'services', service) });
  });
  app.get('/v3/services', async (request) => {
    requireAdmin(keystoneCaller(cloud, request), 'list_services');
    const rows = [...services.values()].map((row) => linked(request, 'services', row));
    return keystoneList('services', rows, Object(request.query), `${authUrl(request)}/services`);
  });
  app.delete<One>('/v3/services/:id', async (request, reply) => {
    requireAdmin(keystoneCaller(cloud, request), 'delete_service');
    const { id } = found(services.get(request.params.id), 'service', request.params.id);
    services.delete(id);
    for (const endpoint of endpoints.values()) if (endpoint.service_id === id) endpoints.delete(endpoint.id);
    return reply.code(204).send();
  });

  app.post('/v3/endpoints', async (request, reply) => {
    requireAdmin(keystoneCaller(cloud, request), 'create_endpoint');
    const { region, region_id = region ?? null, ...given } = newEndpoint.parse(request.body).endpoint;
    found(services.get(given.service_id), 'service', given.service_id);
    const endpoint = { id: newHexId(), ...given, region_id };
    endpoints.set(endpoint.id, endpoint);
    const view = linked(request, 'endpoints', { ...endpoint, region: region_id });
    return reply.code(201).send({ endpoint: view });
  });
  app.get('/v3/endpoints', async (request) => {
    requireAdmin(keystoneCaller(cloud, request), 'list_endpoints');
    const rows = [...endpoints.values()].map((row) => linked(request, 'endpoints', { ...row, region: row.region_id }));
    return keystoneList('endpoints', rows, Object(request.query), `${authUrl(request)}/endpoints`);
  });
  app.delete<One>('/v3/endpoints/:id', async (request, reply) => {
    requireAdmin(keystoneCaller(cloud, request), 'delete_endpoint');
    endpoints.delete(found(endpoints.get(request.params.id), 'endpoint', request.params.id).id);
    return reply.code(204).send();
  });
}
