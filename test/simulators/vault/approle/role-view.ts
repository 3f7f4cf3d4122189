import type { AppRole } from '../vault-objects.ts';

/** The visible fields of a role. Its ids have paths of their own. */
export function roleView({ name: _name, roleId: _roleId, entityId: _entityId, ...shown }: AppRole) {
  return {
    ...shown,
    // Older names of these fields. Vault shows them if the field is set.
    ...(shown.token_policies.length > 0 && { policies: shown.token_policies }),
    ...(shown.token_period > 0 && { period: shown.token_period }),
  };
}
