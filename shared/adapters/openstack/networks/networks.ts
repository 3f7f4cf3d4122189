import { z } from 'zod';
import { NO_CRITERIA } from '#shared/adapters/list-selection';
import { BackendConflict } from '#shared/errors';
import type { OpenStack } from '#shared/ports/openstack';
import type { Network } from '#shared/ports/openstack/tenant-objects';
import type { CloudSession } from '../identity/cloud-session.ts';
import { owned, subnetReply, toSubnet } from '../schemas.ts';
import { neutronObjects } from './neutron-objects.ts';

type Networks = Pick<
  OpenStack,
  | 'listNetworks'
  | 'createNetwork'
  | 'deleteNetwork'
  | 'shareNetwork'
  | 'listExternalNetworks'
  | 'listSubnets'
  | 'createSubnet'
  | 'deleteSubnet'
>;

const SHARED_ALREADY = /already exists with those values/;
const networkReply = owned.extend({ description: z.string() });
const networkOf = ({ id, name, description }: z.infer<typeof networkReply>): Network => ({ id, name, description });
const externalReply = z.object({ id: z.string(), name: z.string(), 'router:external': z.boolean() });

export function networks(session: CloudSession): Networks {
  const nets = neutronObjects(session, 'network', networkReply);
  const policies = neutronObjects(session, 'rbac_policy', owned.omit({ name: true }), 'rbac_policies');
  const subnets = neutronObjects(session, 'subnet', subnetReply);
  return {
    listNetworks: async () => (await nets.list('listNetworks', NO_CRITERIA)).map(networkOf),
    createNetwork: async ({ name, description }) =>
      networkOf(await nets.create('createNetwork', { name, description })),
    deleteNetwork: (id) => nets.remove('deleteNetwork', id),

    async shareNetwork(id, projectId) {
      const policy = { object_type: 'network', object_id: id, action: 'access_as_shared', target_tenant: projectId };
      try {
        await policies.create('shareNetwork', policy);
      } catch (error) {
        if (!(error instanceof BackendConflict && SHARED_ALREADY.test(error.message))) throw error;
      }
    },

    async listExternalNetworks() {
      const listed = await session.list('network', {
        op: 'listExternalNetworks',
        path: '/networks',
        collection: 'networks',
        item: externalReply,
        where: { 'router:external': { is: 'true', of: (it) => String(it['router:external']) } },
      });
      return listed.map(({ id, name }) => ({ id, name }));
    },

    listSubnets: async () => (await subnets.list('listSubnets', NO_CRITERIA)).map(toSubnet),
    async createSubnet({ networkId, name, description, cidr, gatewayIp, allocationPool, dnsNameservers = [] }) {
      const { id } = await subnets.create('createSubnet', {
        network_id: networkId,
        name,
        description,
        ip_version: 4,
        cidr,
        dns_nameservers: dnsNameservers,
        gateway_ip: gatewayIp ?? null,
        enable_dhcp: gatewayIp !== undefined,
        ...(allocationPool && { allocation_pools: [allocationPool] }),
      });
      return { id };
    },
    deleteSubnet: (id) => subnets.remove('deleteSubnet', id),
  };
}
