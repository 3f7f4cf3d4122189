import type { SimClock } from '../_kit/sim-clock.ts';
import type { Mount, StoredPolicy, VaultToken } from './vault-objects.ts';

/** Milliseconds; see `PUT /_sim/delays`. */
export const vaultDelays = {
  /** From a secret id's end to the tidy that makes it so: until then a login with it still works (measured: 40 to 51 s). */
  secretIdTidy: 45_000,
};

/** An answer kept for whoever brings the wrapping token first. */
export interface WrappedAnswer {
  envelope: object;
  creationPath: string;
  createdAt: number;
  expiresAt: number;
}

export interface VaultContext {
  policies: Map<string, StoredPolicy>;
  /** By their value. */
  tokens: Map<string, VaultToken>;
  mounts: Map<string, Mount>;
  wrapped: Map<string, WrappedAnswer>;
  clock: SimClock;
  delays: typeof vaultDelays;
}

/** The mount under which a path lies: the one with the longest matching path. */
export function mountOf({ mounts }: VaultContext, path: string): Mount | undefined {
  const matching = [...mounts.values()].filter((one) => `${path}/`.startsWith(one.path));
  return matching.toSorted((a, b) => b.path.length - a.path.length)[0];
}
