import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Cloud } from '../cloud.ts';
import { baseUrl } from '../keystone/caller.ts';
import { computeRefusal } from '../refusal.ts';
import { minorOf } from './microversion.ts';
import { novaCaller, novaPolicy } from './nova-caller.ts';
import type { Flavor } from './rows.ts';

interface ById {
  Params: { id: string };
}

export function addFlavorRoutes(app: FastifyInstance, cloud: Cloud): void {
  app.get('/flavors', async (request) => {
    novaCaller(cloud, request);
    const { flavors, links } = pageOf(cloud, request);
    return { flavors: flavors.map(({ id, name }) => ({ id, name, links: linksOf(id, request) })), ...links };
  });

  app.get('/flavors/detail', async (request) => {
    novaCaller(cloud, request);
    const { flavors, links } = pageOf(cloud, request);
    return { flavors: flavors.map((flavor) => flavorView(flavor, request)), ...links };
  });

  app.get<ById>('/flavors/:id', async (request) => {
    novaCaller(cloud, request);
    return { flavor: flavorView(flavorOf(cloud, request.params.id), request) };
  });

  app.get<ById>('/flavors/:id/os-extra_specs', async (request) => {
    novaCaller(cloud, request);
    return { extra_specs: flavorOf(cloud, request.params.id).extra_specs };
  });
  addFlavorManagement(app, cloud);
}

const creation = z.strictObject({
  flavor: z.strictObject({
    ...{ name: z.string().min(1).max(255), id: z.string().nullish() },
    ...{ vcpus: z.coerce.number().int().min(1), ram: z.coerce.number().int().min(1) },
    disk: z.coerce.number().int().min(0),
  }),
});

function addFlavorManagement(app: FastifyInstance, cloud: Cloud): void {
  const { flavors } = cloud.nova;
  app.post('/flavors', async (request) => {
    novaPolicy(novaCaller(cloud, request).admin, 'os-flavor-manage:create');
    const { flavor: wanted } = creation.parse(request.body);
    if ([...flavors.values()].some(({ name }) => name === wanted.name)) {
      throw computeRefusal(409, `Flavor with name ${wanted.name} already exists.`);
    }
    const flavor = { ...wanted, id: wanted.id ?? randomUUID(), extra_specs: {} };
    flavors.set(flavor.id, flavor);
    return { flavor: flavorView(flavor, request) };
  });

  app.delete<ById>('/flavors/:id', async (request, reply) => {
    novaPolicy(novaCaller(cloud, request).admin, 'os-flavor-manage:delete');
    flavors.delete(flavorOf(cloud, request.params.id).id);
    return reply.code(202).send();
  });
}

function flavorOf(cloud: Cloud, id: string): Flavor {
  const flavor = cloud.nova.flavors.get(id);
  if (!flavor) throw computeRefusal(404, `Flavor ${id} could not be found.`);
  return flavor;
}

/** Nova announces a next page after every full one, also when that is the last. */
function pageOf(cloud: Cloud, request: FastifyRequest) {
  const query = new URLSearchParams(request.url.split('?')[1]);
  const flavors = [...cloud.nova.flavors.values()].filter(
    ({ ram, disk }) => ram >= Number(query.get('minRam') ?? 0) && disk >= Number(query.get('minDisk') ?? 0),
  );
  const marker = query.get('marker');
  const start = flavors.findIndex(({ id }) => id === marker) + 1;
  if (marker !== null && start === 0) throw computeRefusal(400, `marker [${marker}] not found`);
  const limit = Number(query.get('limit') ?? 1000);
  const page = flavors.slice(start, start + limit);
  const last = page.at(-1);
  if (!last || page.length < limit) return { flavors: page, links: {} };
  query.set('marker', last.id);
  const href = `${baseUrl(request)}${request.url.split('?')[0]}?${query}`;
  return { flavors: page, links: { flavors_links: [{ rel: 'next', href }] } };
}

const linksOf = (id: string, request: FastifyRequest) => [
  { rel: 'self', href: `${baseUrl(request)}/compute/v2.1/flavors/${id}` },
  { rel: 'bookmark', href: `${baseUrl(request)}/compute/flavors/${id}` },
];

function flavorView({ id, name, ram, vcpus, disk, extra_specs }: Flavor, request: FastifyRequest) {
  const minor = minorOf(request);
  return {
    ...{ id, name, ram, vcpus, disk, links: linksOf(id, request), rxtx_factor: 1.0 },
    ...{ swap: minor >= 75 ? 0 : '', 'os-flavor-access:is_public': true },
    ...{ 'OS-FLV-DISABLED:disabled': false, 'OS-FLV-EXT-DATA:ephemeral': 0 },
    ...(minor >= 55 && { description: null }),
    ...(minor >= 61 && { extra_specs }),
  };
}
