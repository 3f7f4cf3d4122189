import { z } from 'zod';
import { type AuditPlace, auditSchema, type Facts, textOf } from '../_core/audit-schema.ts';
import { derivedUuid, instant, parseUuid, type Uuid, uuid } from '../_core/identifier.ts';

/** Waldur's role names. */
export const roleName = z.enum(['CUSTOMER.OWNER', 'PROJECT.MANAGER', 'PROJECT.ADMIN', 'PROJECT.MEMBER']);
export type RoleName = z.infer<typeof roleName>;

/** A user's role in a customer or a project. The role has no effect after its end time. */
export const roleGrant = z.object({
  userUuid: uuid,
  role: roleName,
  scopeType: z.enum(['customer', 'project']),
  scopeUuid: uuid,
  /** The customer to which the role belongs. For a role in a project, this is the project's customer. */
  customerUuid: uuid,
  created: instant,
  createdByUuid: uuid.optional(),
  expiresAt: instant.optional(),
});
export type RoleGrant = z.infer<typeof roleGrant>;

export function scopeTypeOf(role: RoleName): RoleGrant['scopeType'] {
  return role.startsWith('CUSTOMER.') ? 'customer' : 'project';
}

/** A fixed uuid from which the uuids of roles are derived, so that a role has the same uuid in every installation. */
const ROLES = '5d6f3b1c8e0a4c7f9b2d4e6a8c0f1b3d';

/** The uuid of a role. Waldur's clients may send it instead of the role's name. */
export const roleUuid = (name: RoleName): Uuid => derivedUuid(ROLES, name);

/** Finds a role by its name, or by its uuid with or without dashes. Undefined if there is no such role. */
export function findRole(text: string): RoleName | undefined {
  const wanted = parseUuid(text);
  return roleName.options.find((name) => name === text || roleUuid(name) === wanted);
}

/** A grant's uuid. If a user gets the same role in the same customer or project again, the uuid is the same. */
export const grantUuid = ({ userUuid, scopeUuid, role }: RoleGrant): Uuid =>
  derivedUuid(userUuid, `${scopeUuid}/${role}`);

/** The customer and project of a grant, for its events. */
export const auditPlaceOfScope = (facts: Facts): AuditPlace => ({
  customerUuid: textOf(facts, 'customerUuid'),
  projectUuid: facts.scopeType === 'project' ? textOf(facts, 'scopeUuid') : undefined,
});

export const roleGrantRow = {
  name: 'GRANT',
  audit: auditSchema<RoleGrant>({
    model: 'Permissions.UserRole',
    title: 'Role',
    nameOf: (facts) => `${textOf(facts, 'role')} of user ${textOf(facts, 'userUuid')}`,
    placeOf: auditPlaceOfScope,
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

/** Waldur's display names of roles. */
export const ROLE_TITLES: Readonly<Record<RoleName, string>> = {
  'CUSTOMER.OWNER': 'Organization owner',
  'PROJECT.MANAGER': 'Project manager',
  'PROJECT.ADMIN': 'Project administrator',
  'PROJECT.MEMBER': 'Project member',
};
