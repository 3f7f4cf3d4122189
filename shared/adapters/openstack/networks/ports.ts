import { z } from 'zod';
import { path } from '#shared/adapters/json-client';
import { unlessNotFound } from '#shared/adapters/not-found';
import { BackendConflict, BackendUnauthorized } from '#shared/errors';
import type { OpenStack } from '#shared/ports/openstack';
import type { CloudSession } from '../identity/cloud-session.ts';
import { portReply, toPort } from '../schemas.ts';
import { neutronObjects } from './neutron-objects.ts';

type Ports = Pick<OpenStack, 'listPorts' | 'createPort' | 'deletePort'>;

export function ports(session: CloudSession): Ports {
  const all = neutronObjects(session, 'port', portReply);

  /** The id of the device that uses a port. Empty if the port is gone or unused. */
  async function deviceOf(id: string): Promise<string> {
    const reply = z.object({ port: portReply });
    const call = { op: 'readPort', method: 'GET', path: path`/ports/${id}`, reply } as const;
    return (await unlessNotFound(session.call('network', call)))?.port.device_id ?? '';
  }

  return {
    async listPorts({ name } = {}) {
      const listed = await all.list('listPorts', { name: { is: name, of: (it) => it.name } });
      return listed.map(toPort);
    },

    async createPort({ name, networkId, subnetId, securityGroupIds, ipAddress }) {
      const fixedIp = { subnet_id: subnetId, ...(ipAddress !== undefined && { ip_address: ipAddress }) };
      const fields = { name, network_id: networkId, fixed_ips: [fixedIp], security_groups: securityGroupIds };
      return toPort(await all.create('createPort', fields));
    },

    // Neutron checks its policy first. So a project member who deletes the port of a server gets "forbidden", although
    // the true reason is that the port is in use.
    async deletePort(id) {
      try {
        await all.remove('deletePort', id);
      } catch (error) {
        if (!(error instanceof BackendUnauthorized) || error.details.status !== 403) throw error;
        const device = await deviceOf(id);
        if (device === '') throw error;
        throw new BackendConflict(`Port ${id} is in use by ${device}.`, error.details, error);
      }
    },
  };
}
