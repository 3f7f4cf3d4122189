import type { AppRole } from '../vault-objects.ts';

/** The fields of a role that its users may see; its ids have paths of their own. */
export function roleView({ name: _name, roleId: _roleId, entityId: _entityId, ...shown }: AppRole) {
  return {
    ...shown,
    // Names they had before; shown by who uses them.
    ...(shown.token_policies.length > 0 && { policies: shown.token_policies }),
    ...(shown.token_period > 0 && { period: shown.token_period }),
  };
}
