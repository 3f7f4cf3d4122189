import type { SimClock } from '../_kit/sim-clock.ts';
import { mountBackend } from './mount-backend.ts';
import { builtInPolicies } from './policy/built-in-policies.ts';
import { rootToken } from './token/issue-token.ts';
import { type VaultContext, vaultDelays } from './vault-context.ts';
import type { Mount } from './vault-objects.ts';

/** A Vault that was initialised and unsealed, with KV version 2 at `secret/` and AppRole at `auth/approle/`. */
export function vaultContext(clock: SimClock, rootTokenId: string): VaultContext {
  const context: VaultContext = {
    ...{ policies: new Map(), tokens: new Map(), mounts: new Map(), wrapped: new Map() },
    ...{ clock, delays: { ...vaultDelays } },
  };
  seedVault(context, rootTokenId);
  return context;
}

/** Resets a Vault to its initial contents. The root token stays the same. */
export function seedVault(context: VaultContext, rootTokenId: string): void {
  const before = new Map(context.mounts);
  for (const kind of [context.policies, context.tokens, context.mounts, context.wrapped]) kind.clear();
  for (const policy of builtInPolicies()) context.policies.set(policy.name, policy);
  context.tokens.set(rootTokenId, rootToken(rootTokenId, context.clock.now()));
  mountBackend(context, { path: 'sys/', type: 'system', description: 'system endpoints' });
  mountBackend(context, { path: 'secret/', type: 'kv', description: 'key/value secret storage' });
  mountBackend(context, { path: 'auth/token/', type: 'token', description: 'token based credentials' });
  mountBackend(context, { path: 'auth/approle/', type: 'approle', description: '' });
  for (const [path, mount] of context.mounts) context.mounts.set(path, emptied(before.get(path), mount));
}

/** Empties a seeded mount instead of replacing it, so that references to the mount stay valid. */
function emptied(old: Mount | undefined, fresh: Mount): Mount {
  if (old?.type !== fresh.type) return fresh;
  const { accessor, uuid, description, tuning } = fresh;
  Object.assign(old, { accessor, uuid, description, tuning });
  if (old.type === 'kv' && fresh.type === 'kv') {
    if (old.version !== 2 || fresh.version !== 2) return fresh;
    old.secrets.clear();
    Object.assign(old.settings, fresh.settings);
  }
  if (old.type === 'approle') for (const kind of [old.roles, old.secretIds]) kind.clear();
  return old;
}
