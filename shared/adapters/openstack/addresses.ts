import { z } from 'zod';
import type { PortAddress } from '../../domain/cloud-facts.ts';
import type { OpenStack } from '../../ports/openstack.ts';
import { unlessNotFound } from '../unless-not-found.ts';
import type { CloudSession } from './cloud-session.ts';
import { listOwn } from './list-own.ts';
import { routerReply, vpnReply, waysOf } from './router-ways.ts';

const portReply = z.object({
  id: z.string(),
  network_id: z.string(),
  device_id: z.string(),
  device_owner: z.string(),
  fixed_ips: z.array(z.object({ subnet_id: z.string(), ip_address: z.string() })),
});
const addressesOf = ({ network_id, device_id, device_owner, fixed_ips }: z.infer<typeof portReply>): PortAddress[] =>
  fixed_ips.map(({ subnet_id, ip_address }) => ({
    ...{ networkId: network_id, subnetId: subnet_id, address: ip_address },
    ...{ deviceId: device_id, deviceOwner: device_owner },
  }));

/** Who has which addresses, and which ways lead from one to another. */
export const addresses = (session: CloudSession): Pick<OpenStack, 'listAddresses' | 'readRouting'> => ({
  async listAddresses(subnetIds) {
    if (subnetIds.length === 0) return [];
    const wanted = new URLSearchParams(subnetIds.map((id): [string, string] => ['fixed_ips', `subnet_id=${id}`]));
    const listing = { op: 'listAddresses', path: `/ports?${wanted}`, collection: 'ports', item: portReply };
    return (await session.list('network', listing)).flatMap(addressesOf);
  },

  async readRouting() {
    const op = 'readRouting';
    const vpn = { op, path: '/vpn/vpnservices', collection: 'vpnservices', item: vpnReply };
    const [routers, ports, vpns] = await Promise.all([
      listOwn(session, { op, collection: 'routers', item: routerReply }),
      listOwn(session, { op, collection: 'ports', item: portReply.extend({ project_id: z.string() }) }),
      // Most Neutrons have no VPN service.
      unlessNotFound(session.list('network', vpn)),
    ]);
    const tunnelled = new Set((vpns ?? []).map(({ router_id }) => router_id));
    return { routers: routers.map((router) => waysOf(router, tunnelled)), addresses: ports.flatMap(addressesOf) };
  },
});
