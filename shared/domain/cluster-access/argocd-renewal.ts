/** As long as Rancher's own kubeconfig tokens live; Rancher may allow less. */
export const ARGOCD_TOKEN_LIFE_MS = 30 * 24 * 3_600_000;
/** A third of its life before a token ends: enough for a provider to be away for days. */
const RENEW_WITH_LEFT = 1 / 3;

/** When a token made now is to be replaced; undefined when it never ends. */
export function renewalOf(now: Date, expiresAt: string | undefined): string | undefined {
  if (expiresAt === undefined) return undefined;
  const life = Date.parse(expiresAt) - now.getTime();
  return new Date(now.getTime() + life * (1 - RENEW_WITH_LEFT)).toISOString();
}
