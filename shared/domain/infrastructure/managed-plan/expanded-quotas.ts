import type { TenantLimits } from './tenant-quotas.ts';

type Figures = Readonly<Record<string, number | undefined>>;

/**
 * Raises a tenant's limits so that `wanted` fits in addition to `used`. A limit that is high enough stays as it is. -1
 * means unlimited. Undefined if all limits are high enough (docs/spec/orders.md#limits-grow-with-a-node).
 */
export function expandedLimits(
  limits: TenantLimits,
  used: TenantLimits,
  wanted: TenantLimits,
): TenantLimits | undefined {
  const allowed: Figures = limits;
  const taken: Figures = used;
  const wider = Object.entries(wanted).flatMap(([key, amount]) => {
    const limit = allowed[key] ?? 0;
    const needed = (taken[key] ?? 0) + amount;
    return amount > 0 && limit >= 0 && needed > limit ? [[key, needed] as const] : [];
  });
  return wider.length === 0 ? undefined : { ...limits, ...Object.fromEntries(wider) };
}
