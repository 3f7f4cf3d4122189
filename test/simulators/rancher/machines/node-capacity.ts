import type { NodeRoles } from '../_core/rancher-objects.ts';

/** Kubernetes quantities as a kubelet reports them. */
export interface Quantities {
  cpu: string;
  memory: string;
  pods: string;
}

const MEMORY_KI = 16_163_180;
// Requests of RKE2's own pods: static control plane pods on servers, CNI and ingress everywhere.
const REQUESTED = {
  server: { cpuMilli: 1350, memoryMi: 2204, pods: 13 },
  agent: { cpuMilli: 450, memoryMi: 884, pods: 7 },
};

export const NODE_CAPACITY = { cpu: '4', 'ephemeral-storage': '100Gi', memory: `${MEMORY_KI}Ki`, pods: '110' };

const requestedBy = ({ etcd, controlPlane }: NodeRoles) => (etcd || controlPlane ? REQUESTED.server : REQUESTED.agent);

export function nodeRequested(roles: NodeRoles): Quantities {
  const { cpuMilli, memoryMi, pods } = requestedBy(roles);
  return { cpu: `${cpuMilli}m`, memory: `${memoryMi}Mi`, pods: String(pods) };
}

export function clusterQuantities(nodes: readonly NodeRoles[]): {
  capacity: Quantities;
  requested: Quantities;
} {
  const asked = nodes.map(requestedBy);
  const sum = (field: 'cpuMilli' | 'memoryMi' | 'pods') => asked.reduce((total, one) => total + one[field], 0);
  return {
    capacity: {
      cpu: String(4 * nodes.length),
      memory: `${MEMORY_KI * nodes.length}Ki`,
      pods: String(110 * nodes.length),
    },
    requested: { cpu: `${sum('cpuMilli')}m`, memory: `${sum('memoryMi')}Mi`, pods: String(sum('pods')) },
  };
}
