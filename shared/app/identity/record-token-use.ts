import { isUseWorthKeeping, lastUsedSince } from '#shared/domain/identity/api-token';
import type { Caller } from '#shared/domain/organizations/caller';
import type { Clock } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';

type Deps = { store: Pick<Store, 'apiTokens'>; clock: Clock };

/**
 * Records when the caller's token was last used, at most once in ten minutes. One small write without waiting; of
 * concurrent calls one writes. The caller runs it beside its own work, and ignores a failure.
 */
export async function recordTokenUse({ store, clock }: Deps, { token }: Caller): Promise<void> {
  const now = clock.now();
  if (token === undefined || !isUseWorthKeeping(token, now)) return;
  await store.apiTokens.keepUse(token, { now, unlessSince: lastUsedSince(now) });
}
