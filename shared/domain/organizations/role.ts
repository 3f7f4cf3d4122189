import { z } from 'zod';
import { type AuditPlace, auditSchema, type Facts, textOf } from '../_core/audit-schema.ts';
import { derivedUuid, instant, parseUuid, type Uuid, uuid } from '../_core/identifier.ts';

/** Waldur's role names. */
export const roleName = z.enum(['CUSTOMER.OWNER', 'PROJECT.MANAGER', 'PROJECT.ADMIN', 'PROJECT.MEMBER']);
export type RoleName = z.infer<typeof roleName>;

/** A user's role in a customer or a project; an expired one counts as absent from that very instant on. */
export const roleGrant = z.object({
  userUuid: uuid,
  role: roleName,
  scopeType: z.enum(['customer', 'project']),
  scopeUuid: uuid,
  /** The customer itself, or the project's customer. */
  customerUuid: uuid,
  created: instant,
  createdByUuid: uuid.optional(),
  expiresAt: instant.optional(),
});
export type RoleGrant = z.infer<typeof roleGrant>;

export function scopeTypeOf(role: RoleName): RoleGrant['scopeType'] {
  return role.startsWith('CUSTOMER.') ? 'customer' : 'project';
}

/** Any uuid: all it has to be is ours, so that a role has the same one in every installation. */
const ROLES = '5d6f3b1c8e0a4c7f9b2d4e6a8c0f1b3d';

/** Waldur's clients name a role by its uuid, too. */
export const roleUuid = (name: RoleName): Uuid => derivedUuid(ROLES, name);

/** A role by its name or its uuid in either form; undefined for what is none. */
export function findRole(text: string): RoleName | undefined {
  const wanted = parseUuid(text);
  return roleName.options.find((name) => name === text || roleUuid(name) === wanted);
}

/** The same for the same user, role and scope, however often it is given. */
export const grantUuid = ({ userUuid, scopeUuid, role }: RoleGrant): Uuid =>
  derivedUuid(userUuid, `${scopeUuid}/${role}`);

/** Where what is given in a customer or a project happens. */
export const placeOfScope = (facts: Facts): AuditPlace => ({
  customerUuid: textOf(facts, 'customerUuid'),
  projectUuid: facts.scopeType === 'project' ? textOf(facts, 'scopeUuid') : undefined,
});

export const roleGrantRow = {
  name: 'GRANT',
  audit: auditSchema<RoleGrant>({
    model: 'Permissions.UserRole',
    title: 'Role',
    nameOf: (facts) => `${textOf(facts, 'role')} of user ${textOf(facts, 'userUuid')}`,
    placeOf: placeOfScope,
    created: 'role_granted',
    updated: 'role_updated',
    deleted: 'role_revoked',
    fields: {
      userUuid: 'shown',
      role: 'shown',
      scopeType: 'shown',
      scopeUuid: 'shown',
      customerUuid: 'hidden',
      createdByUuid: 'detail',
      expiresAt: 'shown',
    },
  }),
} as const;
