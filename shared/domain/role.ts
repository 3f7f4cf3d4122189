import { z } from 'zod';
import { instant, uuid } from './identifier.ts';

/** Waldur's role names. */
export const roleName = z.enum(['CUSTOMER.OWNER', 'PROJECT.MANAGER', 'PROJECT.ADMIN', 'PROJECT.MEMBER']);
export type RoleName = z.infer<typeof roleName>;

/** A user's role in a customer or a project; an expired one counts as absent from that second on. */
export const roleGrant = z.object({
  userUuid: uuid,
  role: roleName,
  scopeType: z.enum(['customer', 'project']),
  scopeUuid: uuid,
  /** The customer itself, or the project's customer. */
  customerUuid: uuid,
  created: instant,
  expiresAt: instant.optional(),
});
export type RoleGrant = z.infer<typeof roleGrant>;

export function scopeTypeOf(role: RoleName): RoleGrant['scopeType'] {
  return role.startsWith('CUSTOMER.') ? 'customer' : 'project';
}
