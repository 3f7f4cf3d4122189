import { type OpenStackKind, openstackUuid, type Uuid } from '../_core/identifier.ts';
import type { TenantFacts } from './cloud-facts.ts';

/**
 * The flavor, subnet or other object that has this uuid in Paddock. Undefined if the tenant does not see such an
 * object.
 */
export function findInTenant<T extends { id: string }>(
  items: readonly T[],
  { tenant }: Pick<TenantFacts, 'tenant'>,
  kind: OpenStackKind,
  wanted: Uuid | undefined,
): T | undefined {
  return items.find((item) => openstackUuid(tenant.settingsUuid, kind, item.id) === wanted);
}
