import { type RegisterTenantDeps, registerTenant } from '#shared/app/register-tenant';
import { newTenantBody, tenantView, viewTenant } from '#shared/contracts/rest/openstack-tenants';
import { parseBody } from '#shared/contracts/rest/parse-body';
import { flavors, images, securityGroups, subnets, volumeTypes } from '#shared/contracts/rest/tenant-inventory';
import { visibilityOf } from '#shared/domain/caller';
import type { Tenant } from '#shared/domain/tenant';
import type { PageRequest } from '#shared/ports/store';
import { readFilters } from '../_http/filters.ts';
import { listReply } from '../_http/list-reply.ts';
import { readBody } from '../_http/negotiate.ts';
import { ordered } from '../_http/ordering.ts';
import { created, ok } from '../_http/replies.ts';
import type { Routes } from '../_http/router.ts';
import { inventoryRoutes, visibleTenant } from './inventory-routes.ts';

export const openstackTenantsRoutes = (deps: RegisterTenantDeps): Routes => ({
  'GET /': ({ request, caller, link }) => {
    const { matches, ...narrowed } = readFilters<Tenant>(request.query, {
      contains: { name: ({ name }) => name },
      equals: { name_exact: ({ name }) => name, backend_id: ({ backendId }) => backendId },
      uuids: { service_settings_uuid: ({ settingsUuid }) => settingsUuid },
    });
    const scope = { visibility: visibilityOf(caller), ...narrowed };
    const list = (page: PageRequest) => deps.store.tenants.list(scope, page, matches);
    return listReply(
      request,
      ordered(request.query, list, { name: ({ name }) => name, created: (item) => item.created }),
      { schema: tenantView, view: (item) => viewTenant(link, item) },
    );
  },
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
