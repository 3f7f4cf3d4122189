import { z } from 'zod';
import type { OpenStack } from '../../ports/openstack.ts';
import type { Network } from '../../ports/tenant-objects.ts';
import type { CloudSession } from './cloud-session.ts';
import { neutronObjects } from './neutron-objects.ts';
import { owned, subnetOf, subnetReply } from './schemas.ts';

type Networks = Pick<
  OpenStack,
  | 'listNetworks'
  | 'createNetwork'
  | 'deleteNetwork'
  | 'listExternalNetworks'
  | 'listSubnets'
  | 'createSubnet'
  | 'deleteSubnet'
>;

const networkReply = owned.extend({ description: z.string() });
const networkOf = ({ id, name, description }: z.infer<typeof networkReply>): Network => ({ id, name, description });
const externalReply = z.object({ id: z.string(), name: z.string(), 'router:external': z.boolean() });

/** Neutron's networks and their addresses. */
export function networks(session: CloudSession): Networks {
  const nets = neutronObjects(session, 'network', networkReply);
  const subnets = neutronObjects(session, 'subnet', subnetReply);
  return {
    listNetworks: async () => (await nets.list('listNetworks')).map(networkOf),
    createNetwork: async ({ name, description }) =>
      networkOf(await nets.create('createNetwork', { name, description })),
    deleteNetwork: (id) => nets.remove('deleteNetwork', id),

    async listExternalNetworks() {
      const listed = await session.list('network', {
        op: 'listExternalNetworks',
        path: '/networks',
        collection: 'networks',
        item: externalReply,
        query: { 'router:external': 'true' },
      });
      return listed.filter((it) => it['router:external']).map(({ id, name }) => ({ id, name }));
    },

    listSubnets: async () => (await subnets.list('listSubnets')).map(subnetOf),
    async createSubnet({ networkId, name, description, cidr, gatewayIp, allocationPool, dnsNameservers = [] }) {
      const { id } = await subnets.create('createSubnet', {
        ...{ network_id: networkId, name, description, ip_version: 4, cidr, gateway_ip: gatewayIp },
        ...{ allocation_pools: [allocationPool], dns_nameservers: dnsNameservers },
      });
      return { id };
    },
    deleteSubnet: (id) => subnets.remove('deleteSubnet', id),
  };
}
