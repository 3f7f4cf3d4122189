import type { RoleName } from './role.ts';

/**
 * Who sees an object. For all other users the object does not exist: they get 404, or 400 if the body refers to the
 * object. Staff and support see everything except objects with `own`.
 * - `anybody`: everybody, even without signing in.
 * - `users`: every user. Rules for actions without an object have `anybody` or `users`.
 * - `customer`: for a customer. Users with a role in the customer or in one of its projects see it.
 * - `customer_part`: for an object of a customer that belongs to no project. Owners of the customer see it.
 * - `project`: for a project and its contents. Users of the project and owners of its customer see them.
 * - `sold`: for an object that was bought under an offering. Users of the buying project, owners of its customer, and
 *   owners of the selling customer see it.
 * - `person`: for a user and the user's own objects. This user sees them.
 * - `own`: for a user's objects that only this user sees, not even staff.
 */
type SeenBy = 'anybody' | 'users' | 'customer' | 'customer_part' | 'project' | 'sold' | 'person' | 'own';

/**
 * Who may carry out the action, among the users who see the object. Other users who see the object get 403. `self` is
 * the user whom the object is about. Staff may carry out every action.
 */
type Doers = 'staff' | 'self' | readonly RoleName[];

export type Rule = {
  readonly seenBy: SeenBy;
  /** Users who may carry out the action. If absent, everybody who sees the object may carry out the action. */
  readonly may?: Doers;
  /** The action changes nothing, so support may carry it out, too. */
  readonly readOnly?: true;
  /**
   * The action gives access to a system, so a token with only the scope `read` may not carry it out, not even with GET
   * (docs/decisions/0029-a-token-reads-or-writes.md).
   */
  readonly opens?: true;
  /**
   * The action makes a credential, or names a receiver of what the user may see. It lasts longer than the call and does
   * not say who made it, so staff may not carry it out while acting as another user.
   */
  readonly mints?: true;
  /** The request names the object in its body, not in its path. */
  readonly inBody?: true;
  /** A role in any organization, project or provider is enough, even if the object belongs to another. */
  readonly anywhere?: true;
};

/** Lists of roles that may carry out an action. Each list contains all roles of the list before it. */
export const OWNER = ['CUSTOMER.OWNER'] as const;
export const PROJECT_LEADER = ['CUSTOMER.OWNER', 'PROJECT.MANAGER'] as const;
export const ADMINISTRATOR = ['CUSTOMER.OWNER', 'PROJECT.MANAGER', 'PROJECT.ADMIN'] as const;
export const ANY_ROLE = ['CUSTOMER.OWNER', 'PROJECT.MANAGER', 'PROJECT.ADMIN', 'PROJECT.MEMBER'] as const;
