import type { RoleName } from './role.ts';

/** Waldur's descriptions: what a role is called for people. */
export const ROLE_WORDS: Readonly<Record<RoleName, string>> = {
  'CUSTOMER.OWNER': 'Organization owner',
  'PROJECT.MANAGER': 'Project manager',
  'PROJECT.ADMIN': 'Project administrator',
  'PROJECT.MEMBER': 'Project member',
};
