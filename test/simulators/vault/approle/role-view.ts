import type { AppRole } from '../vault-objects.ts';

/** The fields of a role that Vault shows. The ids of a role are read at separate paths. */
export function roleView({ name: _name, roleId: _roleId, entityId: _entityId, ...shown }: AppRole) {
  return {
    ...shown,
    // Older names of two fields. Vault shows an older name if the field is set.
    ...(shown.token_policies.length > 0 && { policies: shown.token_policies }),
    ...(shown.token_period > 0 && { period: shown.token_period }),
  };
}
