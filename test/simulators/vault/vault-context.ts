import type { SimClock } from '../_kit/sim-clock.ts';
import type { Mount, StoredPolicy, VaultToken } from './vault-objects.ts';

/** The simulator's delays in milliseconds; see `PUT /_sim/delays`. */
export const vaultDelays = {
  /**
   * The time between the expiry of a secret id and the tidy job that removes it. A login with the secret id still works
   * until then (measured: 40 to 51 s).
   */
  secretIdTidy: 45_000,
};

/** A wrapped answer. The first caller who sends the wrapping token gets the answer. */
export interface WrappedAnswer {
  envelope: object;
  creationPath: string;
  createdAt: number;
  expiresAt: number;
}

export interface VaultContext {
  policies: Map<string, StoredPolicy>;
  /** The tokens by their values. */
  tokens: Map<string, VaultToken>;
  mounts: Map<string, Mount>;
  wrapped: Map<string, WrappedAnswer>;
  clock: SimClock;
  delays: typeof vaultDelays;
}

/** The mount of a path. If several mounts match, the mount with the longest path counts. */
export function mountOf({ mounts }: VaultContext, path: string): Mount | undefined {
  const matching = [...mounts.values()].filter((one) => `${path}/`.startsWith(one.path));
  return matching.toSorted((a, b) => b.path.length - a.path.length)[0];
}
