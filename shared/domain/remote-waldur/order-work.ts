import { Invalid } from '#shared/errors';
import { derivedUuid, type Uuid } from '../_core/identifier.ts';
import type { Order } from '../marketplace/order.ts';
import type { Resource } from '../marketplace/resource.ts';
import type { Limits } from '../marketplace/site-agent-order.ts';
import type { RemoteLimits, RemoteOrder } from './remote-objects.ts';

/**
 * The uuid of Paddock's order that carries out an order of a remote Waldur. The uuid is derived from the offering and
 * the remote order. Therefore a repeated run finds the order of the earlier run and creates no second order.
 */
export const localOrderUuid = (offeringUuid: Uuid, remoteUuid: Uuid): Uuid =>
  derivedUuid(offeringUuid, `remote-order/${remoteUuid}`);

/** The uuid of the resource in Paddock that stands for a resource of a remote Waldur. */
export const localResourceUuid = (offeringUuid: Uuid, remoteUuid: Uuid): Uuid =>
  derivedUuid(offeringUuid, `remote-resource/${remoteUuid}`);

/** The highest limit that Paddock accepts from a remote Waldur, so that amounts in quotas stay exact numbers. */
const MAX_REMOTE_LIMIT = 1_000_000_000;

type Component = { type: string; max_value?: number | undefined };

/**
 * The limits of the offering's components. Limits of other components are dropped. Fractions are rounded up, because
 * limits are whole numbers.
 */
export const knownLimits = (components: readonly Component[], limits: RemoteLimits): Limits =>
  Object.fromEntries(
    components.flatMap(({ type }) => {
      const amount = Object.hasOwn(limits, type) ? limits[type] : undefined;
      return amount === undefined ? [] : [[type, Math.max(0, Math.ceil(amount))]];
    }),
  );

/**
 * The reason why an order with these limits is refused. A limit must not be negative, and not be above the component's
 * `max_value` in Paddock. Undefined if the limits are accepted.
 */
export function limitProblem(components: readonly Component[], limits: RemoteLimits): string | undefined {
  for (const { type, max_value: max = MAX_REMOTE_LIMIT } of components) {
    const amount = Object.hasOwn(limits, type) ? limits[type] : undefined;
    const most = Math.min(max, MAX_REMOTE_LIMIT);
    if (amount !== undefined && !(amount >= 0 && Math.ceil(amount) <= most)) {
      return `The limit of ${type} must be between 0 and ${most}.`;
    }
  }
  return undefined;
}

/** Throws Invalid with the reason if the limits are refused (`limitProblem`). */
export function assertLimitsAccepted(components: readonly Component[], limits: RemoteLimits): void {
  const problem = limitProblem(components, limits);
  if (problem !== undefined) throw new Invalid([problem]);
}

export type OrderWork = 'approve' | 'begin' | 'wait' | 'report-done' | 'report-failure' | 'retry';

/**
 * The next action for an open order of the remote Waldur. `local` is Paddock's order that carries out the remote order.
 * Paddock may have reported that `local` failed. If the remote order is then open again, somebody has retried it in
 * Waldur, so Paddock retries `local`.
 */
export function workOf({ state }: Pick<RemoteOrder, 'state'>, local: Order | undefined): OrderWork {
  if (state === 'pending-provider') return 'approve';
  if (state !== 'executing') return 'wait';
  if (!local) return 'begin';
  if (local.state === 'done') return 'report-done';
  if (local.state === 'erred') return local.rancherProject?.remote?.isFailureReported ? 'retry' : 'report-failure';
  return 'wait';
}

/** `adopt`: Paddock does not know the resource yet. `refuse`: the order is reported as failed, with this reason. */
export type Beginning = { begin: 'create' | 'order' | 'adopt' | 'wait' | 'nothing' } | { refuse: string };

const isGone = ({ state }: Resource): boolean => state === 'Terminated';

const isUpdate = (type: string): boolean => type === 'Update';

function creationOf(resource: Resource | undefined): Beginning {
  if (!resource) return { begin: 'create' };
  if (isGone(resource)) return { refuse: 'The project was terminated in Paddock. Order a new one.' };
  return { begin: resource.pendingOrderUuid === undefined ? 'nothing' : 'wait' };
}

/**
 * How to begin an order of the remote Waldur for which Paddock has no order yet. `nothing`: the order is already
 * fulfilled.
 */
export function beginningOf(type: string, resource: Resource | undefined, wanted: Limits): Beginning {
  if (type === 'Create') return creationOf(resource);
  if (!isUpdate(type) && type !== 'Terminate') return { refuse: `Paddock does not know orders of the type ${type}.` };
  if (!resource) return { begin: 'adopt' };
  if (isGone(resource))
    return isUpdate(type) ? { refuse: 'The project was terminated in Paddock.' } : { begin: 'nothing' };
  if (resource.pendingOrderUuid !== undefined) return { begin: 'wait' };
  const isFulfilled = isUpdate(type) && resource.state === 'OK' && isWithin(wanted, resource);
  return { begin: isFulfilled ? 'nothing' : 'order' };
}

const isWithin = (wanted: Limits, { rancherProject }: Resource): boolean =>
  Object.entries(wanted).every(([type, amount]) => rancherProject?.limits[type] === amount);
