import { getVisible, seenBy } from '#shared/app/_core/get-visible';
import { type RegisterTenantDeps, registerTenant } from '#shared/app/infrastructure/register-tenant';
import { clustersOfMachines } from '#shared/app/nodes/clusters-of-machines';
import { parseBody } from '#shared/contracts/rest/_core/parse-body';
import {
  newTenantBody,
  tenantListing,
  tenantView,
  viewTenant,
} from '#shared/contracts/rest/infrastructure/openstack-tenants';
import { instanceListing, instanceView, viewInstance } from '#shared/contracts/rest/infrastructure/tenant-instances';
import {
  flavors,
  images,
  securityGroups,
  subnets,
  volumeTypes,
} from '#shared/contracts/rest/infrastructure/tenant-inventory';
import { instanceUuid, parseUuid } from '#shared/domain/_core/identifier';
import type { Tenant } from '#shared/domain/planning/tenant';
import { noMatch } from '#shared/errors';
import type { OpenStack, Server } from '#shared/ports/openstack';
import type { PageRequest } from '#shared/ports/repository';
import type { Store } from '#shared/ports/store';
import { readFilters } from '../_http/lists/filters.ts';
import { listReply } from '../_http/lists/list-reply.ts';
import { listRoute } from '../_http/lists/list-route.ts';
import { pageOf } from '../_http/lists/paging.ts';
import { readBody } from '../_http/negotiate.ts';
import { created, ok } from '../_http/replies.ts';
import type { Call, Routes } from '../_http/router.ts';
import { inventoryRoutes } from './inventory-routes.ts';
import { readFlavorFilters } from './offered-flavors.ts';

const visibleTenant = ({ store }: RegisterTenantDeps, { params, caller }: Call): Promise<Tenant> =>
  getVisible(store.tenants, 'Tenant', params.uuid ?? '', seenBy(caller));

type Deps = RegisterTenantDeps & { store: Pick<Store, 'nodes' | 'clusters' | 'offerings'> };

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
    ...inventoryRoutes(open, 'flavors', { ...flavors, list: (session) => session.listFlavors() }, (call) =>
      readFlavorFilters(deps, call),
    ),
    ...inventoryRoutes(open, 'images', { ...images, list: (session) => session.listImages() }),
    ...inventoryRoutes(open, 'subnets', { ...subnets, list: (session) => session.listSubnets() }),
    ...inventoryRoutes(open, 'volume-types', { ...volumeTypes, list: (session) => session.listVolumeTypes() }),
    ...inventoryRoutes(open, 'security-groups', { ...securityGroups, list: (session) => session.listSecurityGroups() }),
  };
}

type InstanceDeps = Parameters<typeof clustersOfMachines>[0];
type Opened = { tenant: Tenant; session: Pick<OpenStack, 'listServers'> };

/** Routes of a tenant's machines. Clusters are looked up only for the machines on the requested page. */
function instanceRoutes(deps: InstanceDeps, open: (call: Call) => Promise<Opened>): Routes {
  const shown = async ({ caller, link }: Call, tenant: Tenant, servers: readonly Server[]) => {
    const clusters = await clustersOfMachines(deps, caller, servers);
    return servers.map((server) => viewInstance(link, tenant, server, clusters.get(server.id)));
  };
  return {
    'GET /{uuid}/instances/': async (call) => {
      const { tenant, session } = await open(call);
      const { matches = () => true } = readFilters(call, instanceListing.filters);
      const isAsked = (server: Server) => matches(viewInstance(call.link, tenant, server, undefined));
      const servers = (await session.listServers()).filter(isAsked);
      const list = async (page: PageRequest) => {
        const { items, total } = await pageOf(servers)(page);
        return { items: await shown(call, tenant, items), total };
      };
      return listReply(call, list, instanceListing);
    },
    'GET /{uuid}/instances/{thing}/': async (call) => {
      const { tenant, session } = await open(call);
      const wanted = parseUuid(call.params.thing ?? '');
      const server = (await session.listServers()).find((item) => instanceUuid(tenant.uuid, item.id) === wanted);
      if (server === undefined) throw noMatch('object');
      const [instance] = await shown(call, tenant, [server]);
      return ok(instanceView, instance ?? viewInstance(call.link, tenant, server, undefined));
    },
  };
}
