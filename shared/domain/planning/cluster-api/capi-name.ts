import { derivedUuid, type Uuid } from '../../_core/identifier.ts';

const LENGTH = 10;

/**
 * The name of a cluster on the management cluster. It is computed from the uuid of the cluster's record, so that a
 * repeated step finds the objects that it has already created.
 */
export function capiNameOf(clusterUuid: Uuid): string {
  const digits = BigInt(`0x${derivedUuid(clusterUuid, 'cluster-api')}`).toString(36);
  return `kube-${digits.slice(-LENGTH).padStart(LENGTH, '0')}`;
}
