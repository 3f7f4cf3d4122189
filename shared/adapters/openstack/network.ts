import { z } from 'zod';
import type { OpenStack } from '../../ports/openstack.ts';
import { goneIsFine } from '../gone-is-fine.ts';
import { path } from '../json-client.ts';
import type { CloudSession } from './cloud-session.ts';
import { portOf, portReply, securityGroupOf, securityGroupReply, subnetOf, subnetReply } from './schemas.ts';

type Network = Pick<OpenStack, 'listSubnets' | 'listSecurityGroups' | 'listPorts' | 'createPort' | 'deletePort'>;
type Owned = { id: string; project_id: string };

/** Neutron. Lists are narrowed to the session's project, since the cloud's own account may be shown every tenant's things. */
export function network(session: CloudSession): Network {
  async function listOwn<T extends Owned>(op: string, collection: string, item: z.ZodType<T>, name?: string) {
    const { projectId } = await session.token();
    const listed = await session.list('network', {
      op,
      path: `/${collection.replaceAll('_', '-')}`,
      collection,
      item,
      query: { project_id: projectId, name },
    });
    return listed.filter((it) => it.project_id === projectId);
  }

  return {
    listSubnets: async () => (await listOwn('listSubnets', 'subnets', subnetReply)).map(subnetOf),

    listSecurityGroups: async () =>
      (await listOwn('listSecurityGroups', 'security_groups', securityGroupReply)).map(securityGroupOf),

    async listPorts({ name } = {}) {
      const ports = await listOwn('listPorts', 'ports', portReply, name);
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
