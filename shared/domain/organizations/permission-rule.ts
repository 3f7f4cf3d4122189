import type { RoleName } from './role.ts';

/**
 * Who sees an object. For everybody else the object does not exist: they get 404, or 400 when a body refers to it.
 * Staff and support see everything except what is `own`.
 *
 * - `anybody`, `users`: there is no object, or the object is for everybody
 * - `customer`: a customer, for users with a role in it or in one of its projects
 * - `customer_part`: a part of a customer outside of projects, for owners
 * - `project`: a project and its contents, for its users and the customer's owners
 * - `sold`: what was bought under an offering, for users of the buying project, its customer's owners, and owners of
 *   the selling customer
 * - `person`: a user and the user's own objects
 * - `own`: a user's objects that not even staff sees
 */
type ListVisibility = 'anybody' | 'users' | 'customer' | 'customer_part' | 'project' | 'sold' | 'person' | 'own';

/**
 * Who may carry out the action, among those who see the object. Others get 403. `self` is the user whom the object is
 * about. Staff always may.
 */
type Doers = 'staff' | 'self' | readonly RoleName[];

export type Rule = {
  readonly seenBy: ListVisibility;
  /** Absent: everybody who sees the object may carry out the action. */
  readonly may?: Doers;
  /** The action changes nothing, so support may carry it out, too. */
  readonly readOnly?: true;
  /**
   * The action gives access to something. A token with scope `read` may therefore not carry it out, whatever the HTTP
   * method (docs/decisions/0029-a-token-reads-or-writes.md).
   */
  readonly opens?: true;
  /** The request's body names the object, not its path. */
  readonly inBody?: true;
  /** A role in any place is enough, even if it is not the object's place. */
  readonly anywhere?: true;
};
