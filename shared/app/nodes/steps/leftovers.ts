import type { Cluster } from '#shared/domain/clusters/cluster';
import type { Node } from '#shared/domain/nodes/node';
import { floatingIpDescription, isFloatingIpOf, isPortOf, portName } from '#shared/domain/planning/naming';
import type { FloatingIp, OpenStack, Port } from '#shared/ports/openstack';

/** What may remain when a server is deleted: our port and floating IP, and volumes that Nova failed to delete. */
export type Leftovers = { ports: Port[]; floatingIps: FloatingIp[]; volumes: { id: string; status: string }[] };

/** @param isWhole everything of the cluster, not only what these nodes have */
export async function leftoversIn(
  session: OpenStack,
  cluster: Cluster,
  nodes: readonly Node[],
  isWhole = true,
): Promise<Leftovers> {
  const portNames = new Set(nodes.map(({ spec }) => portName(spec.name, cluster.uuid)));
  const descriptions = new Set(nodes.map(({ uuid }) => floatingIpDescription(uuid, cluster.uuid)));
  const hasFloatingIps = nodes.some((node) => node.spec.floatingNetworkId !== undefined);
  const [ports, floatingIps, volumes] = await Promise.all([
    session.listPorts(),
    hasFloatingIps ? session.listFloatingIps() : [],
    session.listVolumes(nodes.flatMap((node) => node.volumeIds)),
  ]);
  return {
    ports: ports.filter(({ name }) => (isWhole ? isPortOf(cluster.uuid, name) : portNames.has(name))),
    floatingIps: floatingIps.filter(({ description }) =>
      isWhole ? isFloatingIpOf(cluster.uuid, description) : descriptions.has(description),
    ),
    volumes,
  };
}
