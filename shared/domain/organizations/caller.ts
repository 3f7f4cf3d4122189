import type { Uuid } from '../_core/identifier.ts';
import type { ApiToken } from '../identity/api-token.ts';
import type { User } from '../identity/user.ts';
import type { Project } from './project.ts';
import type { RoleGrant, RoleName } from './role.ts';

/**
 * The user of a call, with the user's grants. Expired grants are left out. `impersonator` is the staff user who acts in
 * the name of this user. `token` is the API token with which the call was made, if there is one. `endsAt` is when this
 * token or the identity provider's token ends.
 */
export type Caller = {
  user: User;
  grants: readonly RoleGrant[];
  impersonator?: User;
  token?: ApiToken;
  endsAt?: string;
};

/** The place of an object: a customer, or a project of this customer. */
export type Place = { customerUuid: Uuid; projectUuid?: Uuid };

export const placeOf = ({ uuid, customerUuid }: Project): Place => ({ customerUuid, projectUuid: uuid });

/**
 * Which objects a caller may see. Staff and support see all. Other users see the objects of the listed customers and
 * projects.
 */
export type Visibility = 'all' | { customers: readonly Uuid[]; projects: readonly Uuid[] };

export function visibilityOf({ user, grants }: Caller): Visibility {
  if (user.isStaff || user.isSupport) return 'all';
  const customers = new Set(grants.filter((grant) => grant.scopeType === 'customer').map((grant) => grant.scopeUuid));
  const projects = grants.filter((grant) => grant.scopeType === 'project' && !customers.has(grant.customerUuid));
  return { customers: [...customers], projects: [...new Set(projects.map((grant) => grant.scopeUuid))] };
}

export function canSee(caller: Caller, place: Place): boolean {
  const visible = visibilityOf(caller);
  if (visible === 'all') return true;
  if (visible.customers.includes(place.customerUuid)) return true;
  return place.projectUuid !== undefined && visible.projects.includes(place.projectUuid);
}

/** Whether the caller sees the customer. Any role in the customer or in one of its projects is enough. */
export function canSeeCustomer(caller: Caller, customerUuid: Uuid): boolean {
  return visibilityOf(caller) === 'all' || caller.grants.some((grant) => grant.customerUuid === customerUuid);
}

/** The caller's grants of one of these roles at the place. A grant may be for the customer or for the project. */
export function grantsAt({ grants }: Caller, roles: readonly RoleName[], place: Place): RoleGrant[] {
  return grants.filter(
    (grant) =>
      roles.includes(grant.role) &&
      (grant.scopeType === 'customer' ? grant.scopeUuid === place.customerUuid : grant.scopeUuid === place.projectUuid),
  );
}
