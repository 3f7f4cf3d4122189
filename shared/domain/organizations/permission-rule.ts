import type { RoleName } from './role.ts';

/**
 * For whom an object is there at all; to others there is no such thing: 404, or 400 where a body refers to it. Staff and support
 * see everything but what is somebody's `own`.
 *
 * - `anybody`, `users`: there is no object, or it is for everybody
 * - `customer`: a customer, for whoever has a role in it or in one of its projects
 * - `customer_part`: what belongs to a customer and to no project, for owners
 * - `project`: a project and what is in it, for its people and the customer's owners
 * - `sold`: what was bought under an offering, for the same and for owners of the customer that sells it
 * - `person`: a user and what is his
 * - `own`: what not even staff sees
 */
type ListVisibility = 'anybody' | 'users' | 'customer' | 'customer_part' | 'project' | 'sold' | 'person' | 'own';

/** Who may, of those who see it; the others are refused with 403. `self`: the person himself. Staff always may. */
type Doers = 'staff' | 'self' | readonly RoleName[];

export type Rule = {
  readonly seenBy: ListVisibility;
  /** Without it: whoever sees it. */
  readonly may?: Doers;
  /** It changes nothing, so that support may, too. */
  readonly looks?: true;
  /**
   * It hands out access to something, so that no token for reading may, whatever the method
   * (docs/decisions/0029-a-token-reads-or-writes.md).
   */
  readonly opens?: true;
  /** The object is named in the body. */
  readonly inBody?: true;
  /** A role in any place will do. */
  readonly anywhere?: true;
};
