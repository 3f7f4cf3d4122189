import { isUseWorthKeeping, lastUsedSince } from '../domain/api-token.ts';
import type { Caller } from '../domain/caller.ts';
import type { Clock } from '../ports/runtime.ts';
import type { Store } from '../ports/store.ts';

type Deps = { store: Pick<Store, 'apiTokens'>; clock: Clock };

/**
 * Keeps when the caller's token was last used, once in ten minutes. One small write that waits for nobody: of calls at the same
 * moment one writes it. For its caller to do beside his work, and to go on without when it fails.
 */
export async function keepTokenUse({ store, clock }: Deps, { token }: Caller): Promise<void> {
  const now = clock.now();
  if (token === undefined || !isUseWorthKeeping(token, now)) return;
  await store.apiTokens.keepUse(token, { now, unlessSince: lastUsedSince(now) });
}
