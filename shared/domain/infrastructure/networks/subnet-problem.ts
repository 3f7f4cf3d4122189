import { openstackUuid, type Uuid } from '#shared/domain/_core/identifier';
import type { ClusterTenant } from '../cluster-tenant.ts';

/** Why a node cannot have the subnet that it names: its tenant has one only. Empty where it may, or names none. */
export function subnetProblem(wanted: Uuid | undefined, { name, settingsUuid, made }: ClusterTenant): string {
  const isTheOne = made.subnetId !== undefined && openstackUuid(settingsUuid, 'subnet', made.subnetId) === wanted;
  return wanted === undefined || isTheOne ? '' : `Subnet ${wanted} should belong to the same tenant ${name}.`;
}
