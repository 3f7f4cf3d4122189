import type { Footprint } from './footprint.ts';

/** What a preview shows of one tenant, as far as it is charged. */
type Planned = {
  servers: readonly { flavor: { vcpus: number; ramMb: number } }[];
  volumes: readonly { sizeGb: number }[];
};

const sumOf = <T>(items: readonly T[], of: (item: T) => number): number =>
  items.reduce((sum, item) => sum + of(item), 0);

/** What an order would use of its clouds. Load balancers count as servers. */
export function plannedFootprint(tenants: readonly Planned[]): Footprint {
  const servers = tenants.flatMap((tenant) => tenant.servers);
  const volumes = tenants.flatMap((tenant) => tenant.volumes);
  return {
    vcpus: sumOf(servers, ({ flavor }) => flavor.vcpus),
    ramMb: sumOf(servers, ({ flavor }) => flavor.ramMb),
    storageMb: sumOf(volumes, ({ sizeGb }) => sizeGb * 1024),
  };
}
