import { textOf, type Update } from './audit-schema.ts';
import type { EventType } from './event-type.ts';

type ByState = Readonly<Record<string, EventType>>;
type RecordedNode = {
  /** For each state: the event when a record reaches this state. */
  reached: ByState;
  /** For each state: the event when a record in this state fails. */
  failedIn: ByState;
  /** For each state: the event when a record goes from this state to OK. */
  endedIn: ByState;
  otherwise: EventType;
  failed: EventType;
};

/**
 * Makes a function that chooses the event of a change from the record's states before and after the change. If the
 * state has not changed, the event is `otherwise`.
 */
function byState({ reached, failedIn, endedIn, otherwise, failed }: RecordedNode) {
  return ({ before, after }: Update): EventType => {
    const [from = '', to = ''] = [textOf(before, 'state'), textOf(after, 'state')];
    if (from === to) return otherwise;
    if (/^erred$/i.test(to)) return failedIn[from] ?? failed;
    return (to === 'OK' ? endedIn[from] : reached[to]) ?? otherwise;
  };
}

export const lifecycleEvent = byState({
  reached: {
    CREATION_SCHEDULED: 'resource_creation_scheduled',
    CREATING: 'resource_creation_started',
    UPDATE_SCHEDULED: 'resource_update_scheduled',
    UPDATING: 'resource_update_started',
    DELETION_SCHEDULED: 'resource_deletion_scheduled',
    DELETING: 'resource_deletion_started',
  },
  failedIn: {
    CREATION_SCHEDULED: 'resource_creation_failed',
    CREATING: 'resource_creation_failed',
    UPDATE_SCHEDULED: 'resource_update_failed',
    UPDATING: 'resource_update_failed',
    DELETION_SCHEDULED: 'resource_deletion_failed',
    DELETING: 'resource_deletion_failed',
  },
  endedIn: { CREATION_SCHEDULED: 'resource_creation_succeeded', CREATING: 'resource_creation_succeeded' },
  otherwise: 'resource_update_succeeded',
  failed: 'resource_erred',
});

export const resourceEvent = byState({
  reached: {
    Creating: 'marketplace_resource_create_requested',
    Updating: 'marketplace_resource_update_requested',
    Terminating: 'marketplace_resource_terminate_requested',
    Terminated: 'marketplace_resource_terminate_succeeded',
  },
  failedIn: {
    Creating: 'marketplace_resource_create_failed',
    Updating: 'marketplace_resource_update_failed',
    Terminating: 'marketplace_resource_terminate_failed',
  },
  endedIn: { Creating: 'marketplace_resource_create_succeeded' },
  otherwise: 'marketplace_resource_update_succeeded',
  failed: 'marketplace_resource_erred_on_backend',
});

const ORDER_REACHED: ByState = {
  done: 'marketplace_order_completed',
  canceled: 'marketplace_order_terminated',
  rejected: 'marketplace_order_rejected',
  erred: 'marketplace_order_failed',
};

export function orderEvent({ before, after }: Update): EventType {
  const [from = '', to = ''] = [textOf(before, 'state'), textOf(after, 'state')];
  if (from === to) return 'marketplace_order_updated';
  if (to === 'pending-provider') return 'marketplace_order_approved';
  if (to === 'executing') return from === 'erred' ? 'marketplace_order_retried' : 'marketplace_order_approved';
  return ORDER_REACHED[to] ?? 'marketplace_order_updated';
}
