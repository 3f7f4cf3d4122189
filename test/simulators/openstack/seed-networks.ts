import type { Cloud } from './cloud.ts';
import type { Context } from './neutron/context.ts';
import { networks } from './neutron/networks.ts';
import { connectRouter } from './neutron/router-interfaces.ts';
import { routers } from './neutron/routers.ts';
import { subnets } from './neutron/subnets.ts';

const contextOf = (cloud: Cloud, projectId: string): Context => ({
  cloud,
  caller: { admin: true, projectId, writer: true },
});

/** The external network, owned by the operator. @returns its id */
export function seedPublicNetwork(cloud: Cloud, projectId: string): string {
  const context = contextOf(cloud, projectId);
  const network = networks.make(context, { name: 'public', 'router:external': true });
  const allocation_pools = [{ start: '203.0.113.10', end: '203.0.113.250' }];
  subnets.make(context, {
    ...{ name: 'public-subnet', network_id: network.id, ip_version: 4, cidr: '203.0.113.0/24', allocation_pools },
    enable_dhcp: false,
  });
  return network.id;
}

/**
 * Makes one customer's network, and a router that connects it to the public network. The network is large enough for
 * many clusters.
 */
export function seedProjectNetwork(
  cloud: Cloud,
  { projectId, publicId, octet }: { projectId: string; publicId: string; octet: number },
): void {
  const context = contextOf(cloud, projectId);
  const network = networks.make(context, { name: 'private' });
  const subnet = subnets.make(context, {
    ...{ name: 'private-subnet', network_id: network.id, ip_version: 4, cidr: `10.${octet}.0.0/16` },
    dns_nameservers: ['192.0.2.53'],
  });
  const external_fixed_ips = [{ ip_address: `203.0.113.${octet}` }];
  const router = routers.make(context, {
    name: 'router',
    external_gateway_info: { network_id: publicId, external_fixed_ips },
  });
  connectRouter(context, router, { subnet_id: subnet.id });
}
