import type { AppRole } from '../vault-objects.ts';

/** What roles also have and nothing here makes use of. */
const FIXED = {
  local_secret_ids: false,
  secret_id_bound_cidrs: null,
  token_bound_cidrs: [],
  token_type: 'default',
};

/** The fields of a role that its users may see; its ids have paths of their own. */
export function roleView({ name: _name, roleId: _roleId, entityId: _entityId, ...shown }: AppRole) {
  return { ...FIXED, ...shown };
}
