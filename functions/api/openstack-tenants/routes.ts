import { type RegisterTenantDeps, registerTenant } from '#shared/app/register-tenant';
import { newTenantBody, tenantListing, tenantView, viewTenant } from '#shared/contracts/rest/openstack-tenants';
import { parseBody } from '#shared/contracts/rest/parse-body';
import { flavors, images, securityGroups, subnets, volumeTypes } from '#shared/contracts/rest/tenant-inventory';
import { listRoute } from '../_http/list-route.ts';
import { readBody } from '../_http/negotiate.ts';
import { created, ok } from '../_http/replies.ts';
import type { Routes } from '../_http/router.ts';
import { inventoryRoutes, visibleTenant } from './inventory-routes.ts';

export const openstackTenantsRoutes = (deps: RegisterTenantDeps): Routes => ({
  'GET /': listRoute(deps.store.tenants, tenantListing),
  'GET /{uuid}/': async (call) => ok(tenantView, viewTenant(call.link, await visibleTenant(deps, call))),
  'POST /': async ({ request, caller, link }) => {
    const tenant = await registerTenant(deps, caller, parseBody(newTenantBody, readBody(request)));
    return created(tenantView, viewTenant(link, tenant));
  },
  ...inventoryRoutes(deps, 'flavors', { ...flavors, list: (session) => session.listFlavors() }),
  ...inventoryRoutes(deps, 'images', { ...images, list: (session) => session.listImages() }),
  ...inventoryRoutes(deps, 'subnets', { ...subnets, list: (session) => session.listSubnets() }),
  ...inventoryRoutes(deps, 'volume-types', { ...volumeTypes, list: (session) => session.listVolumeTypes() }),
  ...inventoryRoutes(deps, 'security-groups', { ...securityGroups, list: (session) => session.listSecurityGroups() }),
});
