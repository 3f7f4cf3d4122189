import type { Cluster } from '#shared/domain/cluster';
import { isPortOf } from '#shared/domain/naming';
import type { Node } from '#shared/domain/node';
import type { OpenStack, Port } from '#shared/ports/openstack';

/** What may stay behind when a server goes: the port we made, and volumes whose deletion Nova did not manage. */
export type Leftovers = { ports: Port[]; volumes: { id: string; status: string }[] };

export async function leftoversIn(session: OpenStack, cluster: Cluster, nodes: readonly Node[]): Promise<Leftovers> {
  const [ports, volumes] = await Promise.all([
    session.listPorts(),
    session.listVolumes(nodes.flatMap((node) => node.volumeIds)),
  ]);
  return { ports: ports.filter((port) => isPortOf(cluster.uuid, port.name)), volumes };
}
