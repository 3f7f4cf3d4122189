import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { CloudUser } from './cloud-admin.ts';
import type { PreparedCloud } from './prepare-cloud.ts';

const id = z.object({ id: z.string() });
const nothing = z.unknown();

export type PreparedGateway = { networkId: string; remove(): Promise<void> };

export type PreparedExternal = { networkId: string; name: string; remove(): Promise<void> };

export async function prepareExternal(
  { admin }: { admin: CloudUser },
  name = `contract-public-${randomUUID().slice(0, 8)}`,
): Promise<PreparedExternal> {
  const external = { name, 'router:external': true };
  const { network } = await admin.ask('network', 'POST', '/networks', z.object({ network: id }), { network: external });
  const subnet = { network_id: network.id, ip_version: 4, cidr: '198.51.100.0/24', enable_dhcp: false };
  await admin.ask('network', 'POST', '/subnets', nothing, { subnet });
  const remove = () => admin.ask('network', 'DELETE', `/networks/${network.id}`, nothing);
  return { networkId: network.id, name, remove: async () => void (await remove()) };
}

/** Creates an external network, and a router from the project to that network. */
export async function prepareGateway(cloud: PreparedCloud): Promise<PreparedGateway> {
  const { member, subnetId } = cloud.project;
  const external = await prepareExternal(cloud);
  const { router } = await member.ask('network', 'POST', '/routers', z.object({ router: id }), {
    router: { name: external.name, external_gateway_info: { network_id: external.networkId } },
  });
  const foot = { subnet_id: subnetId };
  await member.ask('network', 'PUT', `/routers/${router.id}/add_router_interface`, nothing, foot);
  return {
    networkId: external.networkId,
    async remove() {
      await member.ask('network', 'PUT', `/routers/${router.id}/remove_router_interface`, nothing, foot);
      await member.ask('network', 'DELETE', `/routers/${router.id}`, nothing);
      await external.remove();
    },
  };
}
