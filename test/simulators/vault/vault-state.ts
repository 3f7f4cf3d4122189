import { roleView } from './approle/role-view.ts';
import { metadataView } from './kv/kv-secret.ts';
import type { VaultContext } from './vault-context.ts';
import type { Mount } from './vault-objects.ts';

/** The policies, mounts, roles and secrets of this Vault, without values of secrets, tokens or secret ids. */
export function vaultState({ policies, mounts }: VaultContext): Record<string, unknown> {
  const all = [...mounts.values()];
  return {
    policies: [...policies.values()].map(({ name, text }) => ({ name, policy: text })),
    mounts: all.map(({ path, type }) => ({ path, type })),
    roles: all.flatMap((mount) =>
      mount.type === 'approle'
        ? [...mount.roles.values()].map((role) => ({ name: role.name, mount: mount.path, ...roleView(role) }))
        : [],
    ),
    secrets: all.flatMap(visibleSecrets),
  };
}

function visibleSecrets(mount: Mount) {
  if (mount.type !== 'kv') return [];
  if (mount.version === 1) {
    return [...mount.values].map(([path, value]) => ({ id: `${mount.path}${path}`, keys: Object.keys(value) }));
  }
  return [...mount.secrets].map(([path, secret]) => ({
    id: `${mount.path}${path}`,
    keys: Object.keys(secret.versions.get(secret.currentVersion)?.data ?? {}),
    ...metadataView(secret),
  }));
}

/** The issued tokens and secret ids, with their accessors, and the number of wrapped answers. */
export function vaultSessions({ tokens, mounts, wrapped }: VaultContext): Record<string, unknown> {
  return {
    tokens: [...tokens.values()].map(({ accessor, policies, path, numUses, expiresAt }) => ({
      ...{ accessor, policies, path, numUses, expiresAt },
    })),
    secretIds: [...mounts.values()].flatMap((mount) =>
      mount.type === 'approle'
        ? [...mount.secretIds.values()].map(({ accessor, role, numUses, expiresAt }) => ({
            ...{ accessor, role: role.name, numUses, expiresAt },
          }))
        : [],
    ),
    wrapped: wrapped.size,
  };
}
