import { clustersOfMachines } from '#shared/app/nodes/clusters-of-machines';
import { instanceListing, instanceView, viewInstance } from '#shared/contracts/rest/infrastructure/tenant-instances';
import { instanceUuid, parseUuid } from '#shared/domain/_core/identifier';
import type { Tenant } from '#shared/domain/planning/tenant';
import { noMatch } from '#shared/errors';
import type { OpenStack, Server } from '#shared/ports/openstack';
import type { PageRequest } from '#shared/ports/repository';
import { readFilters } from '../_http/lists/filters.ts';
import { listReply } from '../_http/lists/list-reply.ts';
import { pageOf } from '../_http/lists/page-of.ts';
import { ok } from '../_http/replies.ts';
import type { Call, Routes } from '../_http/router.ts';

type Deps = Parameters<typeof clustersOfMachines>[0];
type Opened = { tenant: Tenant; session: Pick<OpenStack, 'listServers'> };

/** Machines of a tenant. Their clusters are read only for those on the page. */
export function instanceRoutes(deps: Deps, open: (call: Call) => Promise<Opened>): Routes {
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
