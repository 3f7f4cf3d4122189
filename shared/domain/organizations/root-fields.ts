import { NotAllowed } from '#shared/errors';
import type { Caller, Place } from './caller.ts';
import { type Action, may, ruleOf } from './permission.ts';

/** What fields that are as good as root give to whoever sets them. */
export const GIVES = {
  machine: 'runs as root on machines',
  objects: 'creates objects with all rights',
  components: 'configures components of Kubernetes',
  people: 'decides whom the Kubernetes API trusts',
  images: 'decides which programs run on machines',
  traffic: 'sees the traffic of machines',
  pods: 'lets pods run as root on machines',
  keys: 'signs in to machines',
} as const;
export type Gives = keyof typeof GIVES;

/**
 * Throws NotAllowed (403) if a request sets fields that are as good as root, and the caller may not set them. The error
 * names these fields and the roles that may set them. Call it where the body is read, because the fields are known only
 * then.
 */
export function assertMaySetRootFields(caller: Caller, place: Place, fields: readonly string[]): void {
  if (fields.length === 0 || may(caller, 'cluster.set_root_fields', place)) return;
  const roles = rolesOf('cluster.set_root_fields');
  throw new NotAllowed(
    `Whoever sets these fields controls the cluster, so the role ${roles} is needed: ${fields.join(', ')}.`,
  );
}

/** Throws NotAllowed (403) if a change raises the price of a cluster, and the caller may not decide about its price. */
export function assertMayRaisePrice(caller: Caller, place: Place, isRaised: boolean): void {
  if (!isRaised || may(caller, 'cluster.raise_price', place)) return;
  throw new NotAllowed(
    `This change raises the price of the cluster, so the role ${rolesOf('cluster.raise_price')} is needed.`,
  );
}

function rolesOf(action: Action): string {
  const { may: doers } = ruleOf(action);
  return typeof doers === 'object' ? doers.join(' or ') : '';
}
