import type { Cluster } from '#shared/domain/clusters/cluster';
import type { Node } from '#shared/domain/nodes/node';
import { portName } from '#shared/domain/planning/naming';
import type { Port } from '#shared/ports/openstack';
import type { OpenStackSessions } from '#shared/ports/openstack/openstack-sessions';
import type { Store } from '#shared/ports/store';

type Deps = { store: Pick<Store, 'nodes' | 'tenants'>; openstack: Pick<OpenStackSessions, 'open'> };

/** Whether a port is a duplicate of the node's port: it has the same name but another id, and no server uses it. */
const isTwinOf =
  ({ spec, clusterUuid, portId }: Node) =>
  ({ id, name, deviceId }: Port): boolean =>
    name === portName(spec.name, clusterUuid) && id !== portId && deviceId === '';

/**
 * Deletes duplicate ports of a cluster's nodes, because an unused port would keep an address for as long as the cluster
 * exists. A duplicate is created if Neutron's answer to the first creation is lost and Neutron's next list does not
 * show the port yet. Only nodes in state OK are checked, with one list request for each tenant.
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
