import { z } from 'zod';
import { NO_CRITERIA } from '#shared/adapters/list-selection';
import { unlessNotFound } from '#shared/adapters/not-found';
import type { PortAddress, RouterWays } from '#shared/domain/planning/cloud-facts';
import type { OpenStack } from '#shared/ports/openstack';
import type { CloudSession } from '../identity/cloud-session.ts';
import { listOwn } from '../list-own.ts';
import { owned } from '../schemas.ts';

const portReply = z.object({
  id: z.string(),
  network_id: z.string(),
  device_id: z.string(),
  device_owner: z.string(),
  fixed_ips: z.array(z.object({ subnet_id: z.string(), ip_address: z.string() })),
});
const ownPort = portReply.extend({ project_id: z.string() });
const addressesOf = ({ network_id, device_id, device_owner, fixed_ips }: z.infer<typeof portReply>): PortAddress[] =>
  fixed_ips.map(({ subnet_id, ip_address }) => ({
    networkId: network_id,
    subnetId: subnet_id,
    address: ip_address,
    deviceId: device_id,
    deviceOwner: device_owner,
  }));

export const addresses = (session: CloudSession): Pick<OpenStack, 'listAddresses' | 'readRouting'> => ({
  async listAddresses(subnetIds) {
    if (subnetIds.length === 0) return [];
    const isWanted = ({ subnet_id }: { subnet_id: string }) => subnetIds.includes(subnet_id);
    const listed = await session.list('network', {
      op: 'listAddresses',
      path: '/ports',
      collection: 'ports',
      item: portReply,
      where: {
        fixed_ips: {
          ask: subnetIds.map((id) => `subnet_id=${id}`),
          holds: ({ fixed_ips }) => fixed_ips.some(isWanted),
        },
      },
    });
    return listed.flatMap(addressesOf);
  },

  async readRouting() {
    const [routers, ports, vpns] = await Promise.all([
      listOwn(session, { op: 'readRouters', collection: 'routers', item: routerReply, where: NO_CRITERIA }),
      listOwn(session, { op: 'readPorts', collection: 'ports', item: ownPort, where: NO_CRITERIA }),
      // Most clouds have no VPN service. Neutron then answers 404.
      unlessNotFound(
        session.list('network', {
          op: 'readVpnServices',
          path: '/vpn/vpnservices',
          collection: 'vpnservices',
          item: vpnReply,
          where: NO_CRITERIA,
        }),
      ),
    ]);
    const tunnelled = new Set((vpns ?? []).map(({ router_id }) => router_id));
    return { routers: routers.map((router) => routerWaysOf(router, tunnelled)), addresses: ports.flatMap(addressesOf) };
  },
});

export const routerReply = owned.extend({
  external_gateway_info: z.object({ enable_snat: z.boolean().nullish() }).nullable(),
  routes: z.array(z.unknown()).nullish(),
});
const vpnReply = z.object({ id: z.string(), router_id: z.string() });

/**
 * How traffic can leave through a router. `none`: not at all. `hidden`: only behind the router's own address (SNAT).
 * `open`: with the address of the sender. A router counts as open if it has static routes or VPN tunnels, or if it does
 * not report SNAT.
 */
export function routerWaysOf(
  { id, external_gateway_info: gateway, routes }: z.infer<typeof routerReply>,
  tunnelled: ReadonlySet<string>,
): RouterWays {
  if ((routes ?? []).length > 0 || tunnelled.has(id)) return { id, exit: 'open' };
  if (!gateway) return { id, exit: 'none' };
  return { id, exit: gateway.enable_snat === true ? 'hidden' : 'open' };
}
