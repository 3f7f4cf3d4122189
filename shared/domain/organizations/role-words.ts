import type { RoleName } from './role.ts';

/** Waldur's display names of roles. */
export const ROLE_WORDS: Readonly<Record<RoleName, string>> = {
  'CUSTOMER.OWNER': 'Organization owner',
  'PROJECT.MANAGER': 'Project manager',
  'PROJECT.ADMIN': 'Project administrator',
  'PROJECT.MEMBER': 'Project member',
};
