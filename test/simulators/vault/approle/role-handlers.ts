import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { duration, nameList } from '../durations.ts';
import { badRequest, notFound, notSimulated } from '../vault-error.ts';
import type { AppRole, AppRoleMount, RoleFields } from '../vault-objects.ts';
import { type Answer, parseBody, type VaultCall } from '../vault-route.ts';
import { roleView } from './role-view.ts';
import { checkCidrs } from './source-address.ts';

const uses = z.coerce.number().int().min(0);
const fields = z.object({
  bind_secret_id: z.boolean(),
  secret_id_num_uses: uses,
  secret_id_ttl: duration,
  token_policies: nameList,
  token_ttl: duration,
  token_max_ttl: duration,
  token_explicit_max_ttl: duration,
  token_num_uses: uses,
  token_period: duration,
  token_no_default_policy: z.boolean(),
  token_type: z.string(),
  token_bound_cidrs: nameList,
  secret_id_bound_cidrs: nameList.nullable(),
  local_secret_ids: z.boolean(),
  role_id: z.string().min(1),
});
const anything = z.unknown().optional();
/** Older names of three fields, which requests may use in place of the current names. */
const OLDER = { policies: 'token_policies', period: 'token_period', bound_cidr_list: 'secret_id_bound_cidrs' } as const;
const FIXED = { token_strictly_bind_ip: false, alias_metadata: {} };

export const NEW_ROLE: RoleFields = {
  bind_secret_id: true,
  secret_id_num_uses: 0,
  secret_id_ttl: 0,
  token_policies: [],
  token_ttl: 0,
  token_max_ttl: 0,
  token_explicit_max_ttl: 0,
  token_num_uses: 0,
  token_period: 0,
  token_no_default_policy: false,
  token_type: 'default',
  token_bound_cidrs: [],
  secret_id_bound_cidrs: null,
  local_secret_ids: false,
};
export function roleHandlers({ roles, secretIds }: AppRoleMount) {
  const find = ({ params: { name = '' } }: VaultCall) => roles.get(name.toLowerCase());
  const get = (call: VaultCall): AppRole => {
    const role = find(call);
    if (!role) throw notFound();
    return role;
  };
  return {
    list(): Answer {
      if (roles.size === 0) throw notFound();
      return { data: { keys: [...roles.keys()].sort() } };
    },
    read: (call: VaultCall): Answer => ({ data: roleView(get(call)) }),
    /** Creates or changes a role. Fields that are not given keep their values. */
    write(call: VaultCall): null {
      const name = (call.params.name ?? '').toLowerCase();
      const role = find(call) ?? { ...NEW_ROLE, name, roleId: randomUUID(), entityId: randomUUID() };
      const { role_id: roleId, ...changed } = fields.parse({
        ...{ ...role, role_id: role.roleId },
        ...writtenFields(call),
      });
      check(changed);
      roles.set(name, Object.assign(role, changed, { roleId }));
      return null;
    },
    /** Removes a role and its secret ids. Tokens that the role has issued stay valid. */
    remove(call: VaultCall): null {
      const role = find(call);
      if (!role) return null;
      roles.delete(role.name);
      for (const [id, secretId] of secretIds) if (secretId.role === role) secretIds.delete(id);
      return null;
    },
    readRoleId: (call: VaultCall): Answer => ({ data: { role_id: get(call).roleId } }),
    writeRoleId(call: VaultCall): null {
      get(call).roleId = parseBody(z.object({ role_id: z.string().min(1) }), call).role_id;
      return null;
    },
  };
}

function writtenFields(call: VaultCall): Record<string, unknown> {
  const older = z.object({ policies: anything, period: anything, bound_cidr_list: anything });
  const given = parseBody(fields.partial().extend(older.shape), call, FIXED);
  const renamed = Object.entries(OLDER).flatMap(([old, name]) => {
    const value = Object(given)[old];
    return value === undefined ? [] : [[name, value]];
  });
  const { policies: _p, period: _t, bound_cidr_list: _c, ...named } = given;
  const said = Object.entries(named).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(renamed), ...Object.fromEntries(said) };
}

function check({ bind_secret_id, token_ttl, token_max_ttl, token_type, ...cidrs }: RoleFields): void {
  if (token_type.startsWith('batch')) throw notSimulated('batch tokens');
  if (!['default', 'service', 'default-service'].includes(token_type))
    throw badRequest(`invalid 'token_type' value "${token_type}"`);
  checkCidrs(cidrs.token_bound_cidrs);
  checkCidrs(cidrs.secret_id_bound_cidrs ?? []);
  if (token_max_ttl && token_ttl > token_max_ttl) {
    throw badRequest("'token_ttl' cannot be greater than 'token_max_ttl'");
  }
  if (!bind_secret_id) throw badRequest('at least one constraint should be enabled on the role');
}
