import type { Uuid } from '../../_core/identifier.ts';
import type { TenantFacts } from '../cloud-facts.ts';
import type { NodeSpec } from '../node-spec.ts';
import { overQuotaText } from '../quota-text.ts';

/** Converts MB to whole GB, the unit of Cinder's quotas. Parts of a GB are rounded up. */
export const gigabytesOf = (sizeMb: number): number => Math.ceil(sizeMb / 1024);

/**
 * The fields of a machine that decide how much of each quota it uses. A machine without a system volume boots from the
 * disk of its flavor.
 */
export type MachineNeeds = Pick<
  NodeSpec,
  'vcpus' | 'ramMb' | 'floatingNetworkId' | 'systemVolumeType' | 'dataVolumes'
> & { systemVolumeSizeMb?: number | undefined };
type Volume = { sizeMb: number; type: string | undefined };
const volumesOf = (spec: MachineNeeds): Volume[] => [
  ...(spec.systemVolumeSizeMb === undefined ? [] : [{ sizeMb: spec.systemVolumeSizeMb, type: spec.systemVolumeType }]),
  ...spec.dataVolumes.map(({ sizeMb, volumeType }) => ({ sizeMb, type: volumeType })),
];

/**
 * How much of each quota the machines need, by the cloud's name of the quota. A volume without a type gets the cloud's
 * default type, so it also counts towards the quota of that type.
 */
export function requestedQuotas(
  specs: readonly MachineNeeds[],
  defaultVolumeType: string | undefined,
): Map<string, number> {
  const demand = new Map<string, number>();
  const add = (resource: string, amount: number) => demand.set(resource, (demand.get(resource) ?? 0) + amount);
  for (const spec of specs) {
    add('instances', 1);
    add('cores', spec.vcpus);
    add('ram', spec.ramMb);
    add('ports', 1);
    if (spec.floatingNetworkId !== undefined) add('floating_ips', 1);
    for (const { sizeMb, type = defaultVolumeType } of volumesOf(spec)) {
      for (const suffix of type === undefined ? [''] : ['', `_${type}`]) {
        add(`volumes${suffix}`, 1);
        add(`gigabytes${suffix}`, gigabytesOf(sizeMb));
      }
    }
  }
  return demand;
}

/**
 * Errors about quotas of a tenant that the machines would exceed. A quota that the cloud does not show is checked only
 * by the cloud itself.
 */
export function quotaProblems(
  specs: readonly MachineNeeds[],
  { tenant, quotas, defaultVolumeType }: TenantFacts,
): string[] {
  return [...requestedQuotas(specs, defaultVolumeType)].flatMap(([resource, asked]) => {
    const figure = quotas[resource];
    if (!figure || figure.limit < 0 || figure.used + asked <= figure.limit) return [];
    return [`Tenant ${tenant.name}: ${overQuotaText({ resource, ...figure, asked })}`];
  });
}

/** Errors about the quotas of all tenants (docs/spec/orders.md#planned-nodes, S0-006). */
export function planQuotaProblems(nodes: readonly NodeSpec[], tenants: ReadonlyMap<Uuid, TenantFacts>): string[] {
  return [...tenants].flatMap(([uuid, facts]) =>
    quotaProblems(
      nodes.filter((node) => node.tenantUuid === uuid),
      facts,
    ),
  );
}
