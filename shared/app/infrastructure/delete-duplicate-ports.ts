import type { Cluster } from '#shared/domain/clusters/cluster';
import type { Node } from '#shared/domain/nodes/node';
import { portName } from '#shared/domain/planning/naming';
import type { Port } from '#shared/ports/openstack';
import type { OpenStackSessions } from '#shared/ports/openstack-sessions';
import type { Store } from '#shared/ports/store';

type Deps = { store: Pick<Store, 'nodes' | 'tenants'>; openstack: Pick<OpenStackSessions, 'open'> };

/** Whether a port has the name of the node's port, but is a second port that no server uses. */
const isTwinOf =
  ({ spec, clusterUuid, portId }: Node) =>
  ({ id, name, deviceId }: Port): boolean =>
    name === portName(spec.name, clusterUuid) && id !== portId && deviceId === '';

/**
 * Deletes superfluous ports of a cluster's nodes. If Neutron's answer is lost and its next list lacks the new port,
 * Paddock creates a second port. Neutron allows two ports of the same name. The unused port would keep an address for
 * as long as the cluster exists. Looks only at nodes in state OK. Lists the ports of each tenant once.
 */
export async function deleteDuplicatePorts({ store, openstack }: Deps, { uuid }: Cluster): Promise<number> {
  const nodes = await store.nodes.listByCluster(uuid);
  const resting = nodes.filter(({ state, portId }) => state === 'OK' && portId !== '');
  let collected = 0;
  for (const [tenantUuid, inTenant] of Map.groupBy(resting, ({ spec }) => spec.tenantUuid)) {
    const tenant = await store.tenants.find(tenantUuid);
    if (!tenant) continue;
    const session = await openstack.open(tenant);
    const ports = await session.listPorts();
    for (const { id } of ports.filter((port) => inTenant.some((node) => isTwinOf(node)(port)))) {
      await session.deletePort(id);
      collected += 1;
    }
  }
  return collected;
}
