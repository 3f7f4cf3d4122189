import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Cloud } from '../cloud.ts';
import { baseUrl, type Caller } from '../keystone/caller.ts';
import { computeRefusal } from '../refusal.ts';
import { addFlavorAccessRoutes, addFlavorSpecRoutes, flavorOf } from './flavor-details.ts';
import { minorOf, requireMinor } from './microversion.ts';
import { novaCaller, novaPolicy } from './nova-caller.ts';
import type { Flavor } from './rows.ts';

interface ById {
  Params: { id: string };
}

export function addFlavorRoutes(app: FastifyInstance, cloud: Cloud): void {
  app.get('/flavors', async (request) => {
    const { flavors, links } = pageOf(cloud, request, novaCaller(cloud, request));
    return { flavors: flavors.map(({ id, name }) => ({ id, name, links: linksOf(id, request) })), ...links };
  });

  app.get('/flavors/detail', async (request) => {
    const { flavors, links } = pageOf(cloud, request, novaCaller(cloud, request));
    return { flavors: flavors.map((flavor) => flavorView(flavor, request)), ...links };
  });

  app.get<ById>('/flavors/:id', async (request) => {
    novaCaller(cloud, request);
    return { flavor: flavorView(flavorOf(cloud, request.params.id), request) };
  });

  addFlavorManagement(app, cloud);
  addFlavorSpecRoutes(app, cloud);
  addFlavorAccessRoutes(app, cloud);
}

const count = z.coerce.number().int();
const described = z.string().max(65_535).nullish();
const creation = (minor: number) =>
  z.strictObject({
    flavor: z.strictObject({
      ...{ name: z.string().min(1).max(255), id: z.union([z.string(), z.number().transform(String)]).nullish() },
      ...{ vcpus: count.min(1), ram: count.min(1), disk: count.min(0), swap: count.min(0).optional() },
      'OS-FLV-EXT-DATA:ephemeral': count.min(0).optional(),
      'os-flavor-access:is_public': z.union([z.boolean(), z.stringbool()]).optional(),
      rxtx_factor: z.coerce.number().positive().optional(),
      description: minor >= 55 ? described : z.undefined().optional(),
    }),
  });

function addFlavorManagement(app: FastifyInstance, cloud: Cloud): void {
  const { flavors } = cloud.nova;
  app.post('/flavors', async (request) => {
    novaPolicy(novaCaller(cloud, request).admin, 'os-flavor-manage:create');
    const {
      'os-flavor-access:is_public': isPublic = true,
      'OS-FLV-EXT-DATA:ephemeral': ephemeral,
      ...wanted
    } = creation(minorOf(request)).parse(request.body).flavor;
    if ([...flavors.values()].some(({ name }) => name === wanted.name)) {
      throw computeRefusal(409, `Flavor with name ${wanted.name} already exists.`);
    }
    const id = wanted.id ?? randomUUID();
    if (flavors.has(id)) throw computeRefusal(409, `Flavor with ID ${id} already exists.`);
    const flavor = { ...wanted, id, ephemeral, extra_specs: {}, ...(!isPublic && { projects: new Set<string>() }) };
    flavors.set(flavor.id, flavor);
    return { flavor: flavorView(flavor, request) };
  });

  app.put<ById>('/flavors/:id', async (request) => {
    requireMinor(request, 55);
    novaPolicy(novaCaller(cloud, request).admin, 'os-flavor-manage:update');
    const flavor = flavorOf(cloud, request.params.id);
    const { description } = z
      .strictObject({ flavor: z.strictObject({ description: described }) })
      .parse(request.body).flavor;
    Object.assign(flavor, { description });
    return { flavor: flavorView(flavor, request) };
  });

  app.delete<ById>('/flavors/:id', async (request, reply) => {
    novaPolicy(novaCaller(cloud, request).admin, 'os-flavor-manage:delete');
    flavors.delete(flavorOf(cloud, request.params.id).id);
    return reply.code(202).send();
  });
}

/**
 * By default, every caller sees public flavors and the flavors of the caller's project. An administrator may ask for
 * all flavors, or for the flavors that are not public.
 */
function isShown({ projects }: Flavor, asked: string | null, { admin, projectId }: Caller): boolean {
  if (!admin || asked === null) return !projects || projects.has(projectId);
  if (/^none$/i.test(asked)) return true;
  return /^(1|t|true|on|y|yes)$/i.test(asked) === !projects;
}

/** Nova announces a next page after every full page, even the last. */
function pageOf(cloud: Cloud, request: FastifyRequest, caller: Caller) {
  const query = new URLSearchParams(request.url.split('?')[1]);
  const flavors = [...cloud.nova.flavors.values()].filter(
    (one) =>
      isShown(one, query.get('is_public'), caller) &&
      one.ram >= Number(query.get('minRam') ?? 0) &&
      one.disk >= Number(query.get('minDisk') ?? 0),
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

function flavorView(flavor: Flavor, request: FastifyRequest) {
  const minor = minorOf(request);
  const { id, name, ram, vcpus, disk, extra_specs, swap = 0, ephemeral = 0, rxtx_factor = 1.0 } = flavor;
  return {
    ...{ id, name, ram, vcpus, disk, links: linksOf(id, request), rxtx_factor },
    ...{ swap: minor < 75 && swap === 0 ? '' : swap, 'os-flavor-access:is_public': !flavor.projects },
    ...{ 'OS-FLV-DISABLED:disabled': false, 'OS-FLV-EXT-DATA:ephemeral': ephemeral },
    ...(minor >= 55 && { description: flavor.description ?? null }),
    ...(minor >= 61 && { extra_specs }),
  };
}
