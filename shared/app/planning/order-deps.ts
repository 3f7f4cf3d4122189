import type { Uuid } from '#shared/domain/_core/identifier';
import type { ClusterOperation, Operation } from '#shared/domain/_core/operation';
import type { SiteSettings } from '#shared/domain/_core/site-settings';
import type { OpenStackSessions } from '#shared/ports/openstack/openstack-sessions';
import type { Clock, Ids } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';

export type OrderDeps = RecordDeps & { openstack: OpenStackSessions };
/** Dependencies of use cases that call no cloud. */
export type RecordDeps = { store: Store; clock: Clock; ids: Ids; site: SiteSettings };

/**
 * The fields to write to a cluster when a new operation begins. The new operation replaces all other operations, so
 * their fields are cleared: upgrade, rotation of certificates, hibernation, change of pools, change by Cluster API,
 * operation in Rancher, and operations on nodes.
 */
export const underOperation = ({ uuid, created }: Operation) => ({
  operationUuid: uuid,
  operationSince: created,
  nodeOperations: [],
  upgrade: undefined,
  certificateRotation: undefined,
  rancherOperation: undefined,
  poolChange: undefined,
  clusterApiChange: undefined,
  hibernation: undefined,
});

/** Makes an operation for the dispatcher. The operation's uuid becomes the name of the execution. */
export function newOperation(
  { clock, ids }: Pick<RecordDeps, 'clock' | 'ids'>,
  clusterUuid: Uuid,
  correlationId: string,
  of: Pick<ClusterOperation, 'machine' | 'nodeUuid' | 'groupUuid' | 'membershipUuid' | 'appUuid'> = {
    machine: 'process-order',
  },
): ClusterOperation {
  return { uuid: ids.uuid(), ...of, clusterUuid, correlationId, created: clock.now().toISOString() };
}
