import { Conflict } from '#shared/errors';
import type { IdentityProvider } from '#shared/ports/identity';
import type { Clock, Ids } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';

export type SignInDeps = {
  store: Pick<Store, 'users' | 'access' | 'apiTokens' | 'userSlots' | 'signIns' | 'badCredentials' | 'commit'>;
  clock: Clock;
  ids: Ids;
  /** Absent when the stage has no OIDC issuer. */
  identityProvider?: IdentityProvider | undefined;
  /** Addresses other than the API's own that a browser may return to after the sign-in. */
  returnUrls: readonly string[];
  /** Lifetime of the token that a sign-in returns. */
  sessionHours: number;
};

/** Throws Conflict (409) when the stage has no identity provider. */
export function requireIdentityProvider({ identityProvider }: Pick<SignInDeps, 'identityProvider'>): IdentityProvider {
  if (identityProvider === undefined) throw new Conflict('No identity provider is configured.');
  return identityProvider;
}
