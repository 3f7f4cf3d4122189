import type { Cluster } from '#shared/domain/clusters/cluster';
import type { Node } from '#shared/domain/nodes/node';
import { portName } from '#shared/domain/planning/naming';
import type { Port } from '#shared/ports/openstack';
import type { OpenStackSessions } from '#shared/ports/openstack-sessions';
import type { Store } from '#shared/ports/store';

type Deps = { store: Pick<Store, 'nodes' | 'tenants'>; openstack: Pick<OpenStackSessions, 'open'> };

/** Under the node's name, of our making, and neither the one it has nor anybody's. */
const isTwinOf =
  ({ spec, clusterUuid, portId }: Node) =>
  ({ id, name, deviceId }: Port): boolean =>
    name === portName(spec.name, clusterUuid) && id !== portId && deviceId === '';

/**
 * Removes ports that were made twice. Neutron has no names that are used once: where an answer was lost, and the next attempt's list
 * lacked the port, a second one was made, and the first holds an address for as long as the cluster lives. Nodes that something is done to are left be. One
 * list for each tenant.
 * @returns how many there were
 */
export async function collectTwinPorts({ store, openstack }: Deps, { uuid }: Cluster): Promise<number> {
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
