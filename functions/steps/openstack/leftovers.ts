import type { Cluster } from '#shared/domain/cluster';
import { isFloatingIpOf, isPortOf } from '#shared/domain/naming';
import type { Node } from '#shared/domain/node';
import type { FloatingIp, OpenStack, Port } from '#shared/ports/openstack';

/** What may stay behind when a server goes: port and floating IP we made, and volumes whose deletion Nova did not manage. */
export type Leftovers = { ports: Port[]; floatingIps: FloatingIp[]; volumes: { id: string; status: string }[] };

export async function leftoversIn(session: OpenStack, cluster: Cluster, nodes: readonly Node[]): Promise<Leftovers> {
  const hasFloatingIps = nodes.some((node) => node.spec.floatingNetworkId !== undefined);
  const [ports, floatingIps, volumes] = await Promise.all([
    session.listPorts(),
    hasFloatingIps ? session.listFloatingIps() : [],
    session.listVolumes(nodes.flatMap((node) => node.volumeIds)),
  ]);
  return {
    ports: ports.filter((port) => isPortOf(cluster.uuid, port.name)),
    floatingIps: floatingIps.filter((item) => isFloatingIpOf(cluster.uuid, item.description)),
    volumes,
  };
}
