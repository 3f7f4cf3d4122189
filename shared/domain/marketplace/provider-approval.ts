import type { Uuid } from '../_core/identifier.ts';
import { isTenantOffering, type Offering } from './offering.ts';

/**
 * Whether an order is pending for its provider after the buyer's approval. By default it is not, and not for the
 * provider's own organisation if the offering says so. A deleted offering requires nothing.
 */
export function isPendingProvider(offering: Offering | undefined, { customerUuid }: { customerUuid: Uuid }): boolean {
  if (offering === undefined || isTenantOffering(offering)) return false;
  const { auto_approve_remote_orders = true, auto_approve_in_service_provider_projects = false } =
    offering.pluginOptions;
  const isOwn = auto_approve_in_service_provider_projects && offering.customerUuid === customerUuid;
  return !auto_approve_remote_orders && !isOwn;
}
