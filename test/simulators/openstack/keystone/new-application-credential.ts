import { z } from 'zod';
import type { Cloud } from '../cloud.ts';
import { newHexId, newSecret } from '../ids.ts';
import { keystoneRefusal } from '../refusal.ts';
import { NOT_SIMULATED } from '../service.ts';
import type { Caller } from './caller.ts';
import { roleNamed, withImplied } from './roles.ts';
import type { ApplicationCredential } from './rows.ts';

const roleRef = z.union([z.strictObject({ id: z.string() }), z.strictObject({ name: z.string() })]);

/** Keystone overwrites any `id` and `project_id` of the request. */
export const creation = z.object({
  application_credential: z.strictObject({
    id: z.string().optional(),
    project_id: z.string().optional(),
    system: z.string().nullish(),
    name: z.string().min(1).max(255),
    description: z.string().nullish(),
    secret: z.string().nullish(),
    unrestricted: z.boolean().nullish(),
    expires_at: z.string().nullish(),
    access_rules: z.array(z.never(NOT_SIMULATED)).optional(),
    roles: z.array(roleRef).optional(),
  }),
});
type Creation = z.infer<typeof creation>['application_credential'];

/** If the caller's token has no project, the credential has no project and no roles (measured). */
export function newCredential(cloud: Cloud, caller: Caller, given: Creation): ApplicationCredential {
  return {
    ...{ id: newHexId(), name: given.name, description: given.description ?? null, system: given.system ?? null },
    ...{ userId: caller.userId, projectId: caller.projectId || null, secret: given.secret || newSecret() },
    roleNames: given.roles?.length ? heldRoles(cloud, caller, given.roles) : caller.token.roleNames,
    unrestricted: given.unrestricted ?? null,
    expiresAt: given.expires_at ? expiryOf(cloud, given.expires_at) : null,
  };
}

/** Keystone reads a time without a zone as UTC. UTC is the only zone that it accepts. */
function expiryOf(cloud: Cloud, text: string): number {
  const malformed =
    'The server could not comply with the request since it is either malformed or otherwise incorrect. The client is assumed to be in error.';
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z?$/.test(text);
  const at = isTime ? Date.parse(text.replace(/Z?$/, 'Z')) : Number.NaN;
  if (Number.isNaN(at)) throw keystoneRefusal(400, `Timestamp not in expected format. ${malformed}`);
  if (at < cloud.clock.now()) throw keystoneRefusal(400, `The 'expires_at' must not be before now. ${malformed}`);
  return at;
}

/**
 * Roles that the token has, with the roles that they imply. Keystone answers 404 for an unknown name. An unknown id
 * counts as a role that the token does not have.
 */
function heldRoles(cloud: Cloud, caller: Caller, roles: NonNullable<Creation['roles']>): string[] {
  const names = withImplied(
    roles.map((role) => {
      if ('id' in role) return cloud.keystone.roles.get(role.id)?.name ?? '';
      if (!roleNamed(cloud, role.name)) throw keystoneRefusal(404, `Role ${role.name} is not defined`);
      return role.name;
    }),
  );
  if (names.every((name) => caller.token.roleNames.includes(name))) return names;
  const why = 'Cannot create an application credential with unassigned role';
  throw keystoneRefusal(400, `Invalid application credential: ${why}`);
}
