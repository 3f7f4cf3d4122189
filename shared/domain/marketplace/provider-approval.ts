import type { Uuid } from '../_core/identifier.ts';
import { isTenantOffering, type Offering } from './offering.ts';

/**
 * Whether an order waits for its provider after the consumer has approved it. Without a word of the offering it does not; nor does
 * one of the provider's own organization, where the offering says so. An offering that is gone asks for nothing.
 */
export function isPendingProvider(offering: Offering | undefined, { customerUuid }: { customerUuid: Uuid }): boolean {
  if (offering === undefined || isTenantOffering(offering)) return false;
  const { auto_approve_remote_orders = true, auto_approve_in_service_provider_projects = false } =
    offering.pluginOptions;
  const isOwn = auto_approve_in_service_provider_projects && offering.customerUuid === customerUuid;
  return !auto_approve_remote_orders && !isOwn;
}
