import type { ClusterTenant } from '#shared/domain/infrastructure/cluster-tenant';

/** What machines use of their clouds together. */
export type Footprint = { vcpus: number; ramMb: number; storageMb: number };
export const NOTHING: Footprint = { vcpus: 0, ramMb: 0, storageMb: 0 };

type Machine = {
  vcpus: number;
  ramMb: number;
  systemVolumeSizeMb: number;
  dataVolumes: readonly { sizeMb: number }[];
};

const storageOf = ({ systemVolumeSizeMb, dataVolumes }: Machine): number =>
  dataVolumes.reduce((sum, { sizeMb }) => sum + sizeMb, systemVolumeSizeMb);

export const footprintOf = (machines: readonly Machine[]): Footprint =>
  machines.reduce(
    (sum, machine) => ({
      vcpus: sum.vcpus + machine.vcpus,
      ramMb: sum.ramMb + machine.ramMb,
      storageMb: sum.storageMb + storageOf(machine),
    }),
    NOTHING,
  );

type Parts = {
  nodes: readonly { state: string; spec: Machine }[];
  tenants: readonly Pick<ClusterTenant, 'made' | 'loadBalancer'>[];
};

/**
 * The working machines of a cluster: nodes in state OK, and created load balancers
 * (docs/spec/orders.md#usage-components).
 */
export const machinesOf = ({ nodes, tenants }: Parts): Machine[] => [
  ...nodes.filter(({ state }) => state === 'OK').map(({ spec }) => spec),
  ...tenants.filter(({ made }) => made.loadBalancerId !== undefined).map(({ loadBalancer }) => loadBalancer),
];
