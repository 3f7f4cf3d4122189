import type { Uuid } from '../domain/identifier.ts';
import type { Operation } from '../domain/operation.ts';
import type { SiteSettings } from '../domain/site-settings.ts';
import type { OpenStackSessions } from '../ports/openstack-sessions.ts';
import type { Clock, Ids } from '../ports/runtime.ts';
import type { Store } from '../ports/store.ts';

/** What the use cases about orders work with. */
export type OrderDeps = RecordDeps & { openstack: OpenStackSessions };
/** Those that look at no cloud. */
export type RecordDeps = { store: Store; clock: Clock; ids: Ids; site: SiteSettings };

/** Fields of a cluster that is handed over to an operation: every other one, on nodes of it too, is superseded, and no upgrade goes on. */
export const underOperation = ({ uuid, created }: Operation) => ({
  operationUuid: uuid,
  operationSince: created,
  nodeOperations: [],
  upgrade: undefined,
});

/** A new piece of work for the dispatcher; its uuid is also the name of the execution. */
export function newOperation(
  { clock, ids }: Pick<RecordDeps, 'clock' | 'ids'>,
  clusterUuid: Uuid,
  correlationId: string,
  of: Pick<Operation, 'machine' | 'nodeUuid' | 'groupUuid' | 'membershipUuid'> = { machine: 'process-order' },
): Operation {
  return { uuid: ids.uuid(), ...of, clusterUuid, correlationId, created: clock.now().toISOString() };
}
