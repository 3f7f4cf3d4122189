import { getVisible, seenBy } from '#shared/app/_core/get-visible';
import { type RegisterTenantDeps, registerTenant } from '#shared/app/infrastructure/register-tenant';
import { parseBody } from '#shared/contracts/rest/_core/parse-body';
import {
  newTenantBody,
  tenantListing,
  tenantView,
  viewTenant,
} from '#shared/contracts/rest/infrastructure/openstack-tenants';
import {
  flavors,
  images,
  securityGroups,
  subnets,
  volumeTypes,
} from '#shared/contracts/rest/infrastructure/tenant-inventory';
import type { Tenant } from '#shared/domain/planning/tenant';
import type { Store } from '#shared/ports/store';
import { listRoute } from '../_http/lists/list-route.ts';
import { readBody } from '../_http/negotiate.ts';
import { created, ok } from '../_http/replies.ts';
import type { Call, Routes } from '../_http/router.ts';
import { instanceRoutes } from './instance-routes.ts';
import { inventoryRoutes } from './inventory-routes.ts';

const visibleTenant = ({ store }: RegisterTenantDeps, { params, caller }: Call): Promise<Tenant> =>
  getVisible(store.tenants, 'Tenant', params.uuid ?? '', seenBy(caller));

type Deps = RegisterTenantDeps & { store: Pick<Store, 'nodes' | 'clusters'> };

export function openstackTenantsRoutes(deps: Deps): Routes {
  const open = async (call: Call) => {
    const tenant = await visibleTenant(deps, call);
    const { uuid, settingsUuid } = tenant;
    const place = { collection: 'openstack-tenants' as const, uuid, settingsUuid };
    return { tenant, place, session: await deps.openstack.open(tenant) };
  };
  return {
    'GET /': listRoute(deps.store.tenants, tenantListing),
    'GET /{uuid}/': async (call) => ok(tenantView, viewTenant(call.link, await visibleTenant(deps, call))),
    'POST /': async ({ request, caller, link }) => {
      const tenant = await registerTenant(deps, caller, parseBody(newTenantBody, readBody(request)));
      return created(tenantView, viewTenant(link, tenant));
    },
    ...instanceRoutes(deps, open),
    ...inventoryRoutes(open, 'flavors', { ...flavors, list: (session) => session.listFlavors() }),
    ...inventoryRoutes(open, 'images', { ...images, list: (session) => session.listImages() }),
    ...inventoryRoutes(open, 'subnets', { ...subnets, list: (session) => session.listSubnets() }),
    ...inventoryRoutes(open, 'volume-types', { ...volumeTypes, list: (session) => session.listVolumeTypes() }),
    ...inventoryRoutes(open, 'security-groups', { ...securityGroups, list: (session) => session.listSecurityGroups() }),
  };
}
