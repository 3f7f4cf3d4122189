import { isUseWorthKeeping, lastUsedSince } from '#shared/domain/identity/api-token';
import type { Caller } from '#shared/domain/organizations/caller';
import type { Clock } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';

type Deps = { store: Pick<Store, 'apiTokens'>; clock: Clock };

/**
 * Keeps when the caller's token was last used, once in ten minutes. One small write that waits for nobody: of calls at the same
 * moment one writes it. For its caller to do beside his work, and to go on without when it fails.
 */
export async function recordTokenUse({ store, clock }: Deps, { token }: Caller): Promise<void> {
  const now = clock.now();
  if (token === undefined || !isUseWorthKeeping(token, now)) return;
  await store.apiTokens.keepUse(token, { now, unlessSince: lastUsedSince(now) });
}
