/** The lifetime of Rancher's own kubeconfig tokens. Rancher may allow less. */
export const ARGOCD_TOKEN_LIFE_MS = 30 * 24 * 3_600_000;
/** Renewal starts when a third of a token's life remains. That is enough even if a provider is down for days. */
const RENEW_WITH_LEFT = 1 / 3;

/** When a token made now has to be replaced; undefined if it never ends. */
export function renewalOf(now: Date, expiresAt: string | undefined): string | undefined {
  if (expiresAt === undefined) return undefined;
  const life = Date.parse(expiresAt) - now.getTime();
  return new Date(now.getTime() + life * (1 - RENEW_WITH_LEFT)).toISOString();
}
