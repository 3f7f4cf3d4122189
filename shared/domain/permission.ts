import { NotAllowed } from '../errors.ts';
import { type Caller, hasRole, type Place } from './caller.ts';
import type { RoleName } from './role.ts';

type Rule = 'staff' | readonly RoleName[];
const OWNER = ['CUSTOMER.OWNER'] as const;
const ADMINISTRATOR = ['CUSTOMER.OWNER', 'PROJECT.MANAGER', 'PROJECT.ADMIN'] as const;
const ANY_ROLE = ['CUSTOMER.OWNER', 'PROJECT.MANAGER', 'PROJECT.ADMIN', 'PROJECT.MEMBER'] as const;

/**
 * The one permission table: action → the roles that may do it at the object's place. Staff may do everything.
 * Rows follow waldur-http.md ("Marketplace") and waldur-rancher.md §0 ("administrator").
 */
export const PERMISSIONS = {
  'user.create': 'staff',
  'api_token.create_for_others': 'staff',
  'customer.create': 'staff',
  'customer.add_user': OWNER,
  'project.create': OWNER,
  'project.add_user': OWNER,
  'service_settings.create': 'staff',
  'service_settings.update': 'staff',
  'offering.create': OWNER,
  'offering.update': OWNER,
  'tenant.register': OWNER,
  /** Registering a tenant without proving access to it by an application credential. */
  'tenant.register_unproven': 'staff',
  'order.create': ANY_ROLE,
  /** Consumer-side approval; an order placed by such a caller starts at once. */
  'order.approve': OWNER,
  'order.reject': OWNER,
  'order.cancel': ADMINISTRATOR,
  'order.retry': ADMINISTRATOR,
  'resource.terminate': ADMINISTRATOR,
  /** Rules of a managed cluster's security groups. */
  'security_group.update': ADMINISTRATOR,
} as const satisfies Record<string, Rule>;
export type Action = keyof typeof PERMISSIONS;

export function may(caller: Caller, action: Action, place?: Place): boolean {
  if (caller.user.isStaff) return true;
  const rule: Rule = PERMISSIONS[action];
  return rule !== 'staff' && place !== undefined && hasRole(caller, rule, place);
}

/** Throws NotAllowed (403) unless there is a place where the caller may do this. */
export function demandSomewhere(caller: Caller, action: Action): void {
  const places = caller.grants.map(({ customerUuid, scopeType, scopeUuid }) =>
    scopeType === 'project' ? { customerUuid, projectUuid: scopeUuid } : { customerUuid },
  );
  if (!may(caller, action) && !places.some((place) => may(caller, action, place))) throw new NotAllowed();
}

/** Throws NotAllowed (403) unless the caller may do this at the object's place. Call it after visibility (404) is settled. */
export function demand(caller: Caller, action: Action, place?: Place): void {
  if (!may(caller, action, place)) throw new NotAllowed();
}
