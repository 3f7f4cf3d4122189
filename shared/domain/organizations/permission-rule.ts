import type { RoleName } from './role.ts';

/**
 * Who sees an object. For others it does not exist: 404, or 400 when a body refers to it. Staff and support see
 * everything except what is `own`.
 *
 * - `anybody`, `users`: there is no object, or it is for everybody
 * - `customer`: a customer, for users with a role in it or in one of its projects
 * - `customer_part`: a part of a customer outside of projects, for owners
 * - `project`: a project and its contents, for its users and the customer's owners
 * - `sold`: what was bought under an offering, for the same users and owners of the selling customer
 * - `person`: a user and the user's own objects
 * - `own`: what not even staff sees
 */
type ListVisibility = 'anybody' | 'users' | 'customer' | 'customer_part' | 'project' | 'sold' | 'person' | 'own';

/** Who may do it, among those who see it. Others get 403. `self` is the user concerned. Staff always may. */
type Doers = 'staff' | 'self' | readonly RoleName[];

export type Rule = {
  readonly seenBy: ListVisibility;
  /** Absent: everybody who sees it. */
  readonly may?: Doers;
  /** It changes nothing, so support may do it, too. */
  readonly looks?: true;
  /**
   * It gives access to something, so a token with scope `read` may not do it, whatever the method
   * (docs/decisions/0029-a-token-reads-or-writes.md).
   */
  readonly opens?: true;
  /** The body names the object. */
  readonly inBody?: true;
  /** A role in any place is enough. */
  readonly anywhere?: true;
};
