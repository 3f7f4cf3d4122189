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

/** Fields of a cluster that is handed over to an operation: every other one is superseded. */
export const underOperation = ({ uuid, created }: Operation) => ({ operationUuid: uuid, operationSince: created });

/** A new piece of work for the dispatcher; its uuid is also the name of the execution. */
export function newOperation({ clock, ids }: RecordDeps, clusterUuid: Uuid, correlationId: string): Operation {
  const created = clock.now().toISOString();
  return { uuid: ids.uuid(), machine: 'process-order', clusterUuid, correlationId, created };
}
