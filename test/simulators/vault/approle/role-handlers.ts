import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { duration, nameList } from '../durations.ts';
import { badRequest, notFound } from '../vault-error.ts';
import type { AppRole, AppRoleMount, RoleFields } from '../vault-objects.ts';
import { type Answer, parseBody, type VaultCall } from '../vault-route.ts';
import { roleView } from './role-view.ts';

const uses = z.coerce.number().int().min(0);
const record = z.record(z.string(), z.unknown());
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
  role_id: z.string().min(1),
});

const NEW_ROLE: RoleFields = {
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
    /** Fields that are not given keep what they are. */
    write(call: VaultCall): null {
      const name = (call.params.name ?? '').toLowerCase();
      const role = find(call) ?? { ...NEW_ROLE, name, roleId: randomUUID(), entityId: randomUUID() };
      const { role_id: roleId, ...changed } = fields.parse({
        ...{ ...role, role_id: role.roleId },
        ...parseBody(record, call),
      });
      check(changed);
      roles.set(name, Object.assign(role, changed, { roleId }));
      return null;
    },
    /** Tokens that were made by it live on. */
    remove(call: VaultCall): null {
      const role = find(call);
      if (!role) return null;
      roles.delete(role.name);
      for (const [id, secretId] of secretIds) if (secretId.role === role) secretIds.delete(id);
      return null;
    },
    readRoleId: (call: VaultCall): Answer => ({ data: { role_id: get(call).roleId } }),
    writeRoleId(call: VaultCall): null {
      get(call).roleId = z.object({ role_id: z.string().min(1) }).parse(call.body).role_id;
      return null;
    },
  };
}

function check({ bind_secret_id, token_ttl, token_max_ttl }: RoleFields): void {
  if (token_max_ttl && token_ttl > token_max_ttl) {
    throw badRequest("'token_ttl' cannot be greater than 'token_max_ttl'");
  }
  if (!bind_secret_id) throw badRequest('at least one constraint should be enabled on the role');
}
