import type { ClusterTenant } from '#shared/domain/infrastructure/cluster-tenant';

/** The resources that several machines together use in their clouds. */
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
  pools?: readonly { running?: Footprint | undefined }[];
};

/**
 * The machines that a cluster's price depends on: nodes in state OK, machines of pools that have become nodes, and load
 * balancers that exist (docs/spec/orders.md#usage-components). All machines of a pool together are one item of the
 * list.
 */
export const machinesOf = ({ nodes, tenants, pools = [] }: Parts): Machine[] => [
  ...nodes.filter(({ state }) => state === 'OK').map(({ spec }) => spec),
  ...tenants.filter(({ made }) => made.loadBalancerId !== undefined).map(({ loadBalancer }) => loadBalancer),
  ...pools.map(({ running = NOTHING }) => ({ ...running, systemVolumeSizeMb: running.storageMb, dataVolumes: [] })),
];

/** The parts of a planned tenant on which the price depends. */
type Planned = {
  servers: readonly { flavor: { vcpus: number; ramMb: number } }[];
  volumes: readonly { sizeGb: number }[];
  pools?: { pools: readonly PlannedPool[] };
};
type PlannedPool = {
  spec: { quantity: number; rootVolume?: { sizeGb: number } | undefined };
  flavor: { vcpus: number; ramMb: number };
};

const sumOf = <T>(items: readonly T[], of: (item: T) => number): number =>
  items.reduce((sum, item) => sum + of(item), 0);

/** The resources that an order would use in its clouds. Load balancers count as servers. */
export function plannedFootprint(tenants: readonly Planned[]): Footprint {
  const servers = tenants.flatMap((tenant) => tenant.servers);
  const volumes = tenants.flatMap((tenant) => tenant.volumes);
  const pools = tenants.flatMap((tenant) => tenant.pools?.pools ?? []);
  const inPools = (of: (pool: PlannedPool) => number) => sumOf(pools, (pool) => pool.spec.quantity * of(pool));
  return {
    vcpus: sumOf(servers, ({ flavor }) => flavor.vcpus) + inPools(({ flavor }) => flavor.vcpus),
    ramMb: sumOf(servers, ({ flavor }) => flavor.ramMb) + inPools(({ flavor }) => flavor.ramMb),
    storageMb:
      sumOf(volumes, ({ sizeGb }) => sizeGb * 1024) + inPools(({ spec }) => (spec.rootVolume?.sizeGb ?? 0) * 1024),
  };
}
