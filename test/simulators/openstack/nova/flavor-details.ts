import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Cloud } from '../cloud.ts';
import { computeRefusal } from '../refusal.ts';
import { novaCaller, novaPolicy } from './nova-caller.ts';
import type { Flavor } from './rows.ts';

interface ById {
  Params: { id: string };
}
interface ByKey {
  Params: { id: string; key: string };
}

export function flavorOf(cloud: Cloud, id: string): Flavor {
  const flavor = cloud.nova.flavors.get(id);
  if (!flavor) throw computeRefusal(404, `Flavor ${id} could not be found.`);
  return flavor;
}

const key = z.string().regex(/^[a-zA-Z0-9-_:. ]{1,255}$/, 'does not match any of the regexes');
const specs = z.strictObject({
  extra_specs: z.record(key, z.union([z.string().max(255), z.number().transform(String)])),
});

/** `/flavors/{id}/os-extra_specs`; only administrators change them. */
export function addFlavorSpecRoutes(app: FastifyInstance, cloud: Cloud): void {
  const path = '/flavors/:id/os-extra_specs';
  app.get<ById>(path, async (request) => {
    novaCaller(cloud, request);
    return { extra_specs: flavorOf(cloud, request.params.id).extra_specs };
  });
  app.post<ById>(path, async (request) => {
    novaPolicy(novaCaller(cloud, request).admin, 'os-flavor-extra-specs:create');
    const { extra_specs } = specs.parse(request.body);
    Object.assign(flavorOf(cloud, request.params.id).extra_specs, extra_specs);
    return { extra_specs };
  });
  app.delete<ByKey>(`${path}/:key`, async (request, reply) => {
    novaPolicy(novaCaller(cloud, request).admin, 'os-flavor-extra-specs:delete');
    const flavor = flavorOf(cloud, request.params.id);
    const { [request.params.key]: taken, ...left } = flavor.extra_specs;
    if (taken === undefined) {
      throw computeRefusal(404, `Flavor ${flavor.id} has no extra specs with key ${request.params.key}.`);
    }
    flavor.extra_specs = left;
    return reply.code(200).send();
  });
}

const tenant = z.strictObject({ tenant: z.string() });
const accessChange = z.union([
  z.strictObject({ addTenantAccess: tenant }),
  z.strictObject({ removeTenantAccess: tenant }),
]);

/** Routes for the list of projects that may see a private flavor. */
export function addFlavorAccessRoutes(app: FastifyInstance, cloud: Cloud): void {
  const view = ({ id, projects }: Flavor) => ({
    flavor_access: [...(projects ?? [])].map((tenant_id) => ({ flavor_id: id, tenant_id })),
  });
  app.get<ById>('/flavors/:id/os-flavor-access', async (request) => {
    novaPolicy(novaCaller(cloud, request).admin, 'os-flavor-access');
    const flavor = flavorOf(cloud, request.params.id);
    if (!flavor.projects) throw computeRefusal(404, 'Access list not available for public flavors.');
    return view(flavor);
  });
  app.post<ById>('/flavors/:id/action', async (request) => {
    novaPolicy(novaCaller(cloud, request).admin, 'os-flavor-access:add_tenant_access');
    const flavor = flavorOf(cloud, request.params.id);
    const change = accessChange.parse(request.body);
    const id = 'addTenantAccess' in change ? change.addTenantAccess.tenant : change.removeTenantAccess.tenant;
    if (!flavor.projects) throw computeRefusal(409, 'Can not add access to a public flavor.');
    if (!cloud.keystone.projects.has(id)) throw computeRefusal(400, `Project ID ${id} is not a valid project.`);
    const had = flavor.projects.has(id);
    if ('addTenantAccess' in change) {
      if (had)
        throw computeRefusal(
          409,
          `Flavor access already exists for flavor ${flavor.id} and project ${id} combination.`,
        );
      flavor.projects.add(id);
    } else if (!flavor.projects.delete(id)) {
      throw computeRefusal(404, `Flavor access not found for ${flavor.id} / ${id} combination.`);
    }
    return view(flavor);
  });
}
