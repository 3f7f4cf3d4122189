import { z } from 'zod';
import type { OpenStack } from '../../ports/openstack.ts';
import { goneIsFine } from '../gone-is-fine.ts';
import { path } from '../json-client.ts';
import type { CloudSession } from './cloud-session.ts';
import { listOwn } from './list-own.ts';
import { portOf, portReply, securityGroupOf, securityGroupReply, subnetOf, subnetReply } from './schemas.ts';

type Network = Pick<OpenStack, 'listSubnets' | 'listSecurityGroups' | 'listPorts' | 'createPort' | 'deletePort'>;
/** Neutron's networks and ports. */
export function network(session: CloudSession): Network {
  return {
    listSubnets: async () =>
      (await listOwn(session, { op: 'listSubnets', collection: 'subnets', item: subnetReply })).map(subnetOf),

    listSecurityGroups: async () =>
      (
        await listOwn(session, {
          op: 'listSecurityGroups',
          collection: 'security_groups',
          item: securityGroupReply,
        })
      ).map(securityGroupOf),

    async listPorts({ name } = {}) {
      const ports = await listOwn(session, { op: 'listPorts', collection: 'ports', item: portReply, query: { name } });
      return ports.filter((port) => name === undefined || port.name === name).map(portOf);
    },

    async createPort({ name, networkId, subnetId, securityGroupIds }) {
      const port = {
        name,
        network_id: networkId,
        fixed_ips: [{ subnet_id: subnetId }],
        security_groups: securityGroupIds,
      };
      const reply = z.object({ port: portReply });
      const call = { op: 'createPort', method: 'POST', path: '/ports', body: { port }, reply } as const;
      return portOf((await session.call('network', call)).port);
    },

    deletePort: (id) =>
      goneIsFine(
        session.call('network', { op: 'deletePort', method: 'DELETE', path: path`/ports/${id}`, reply: z.unknown() }),
      ),
  };
}
