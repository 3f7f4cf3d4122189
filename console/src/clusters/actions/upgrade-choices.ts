type Subject = { kubernetes_version: string; upgrade: { to_version: string } | null };

/**
 * Returns the versions that a cluster can be upgraded to. An interrupted upgrade continues with its target version. The
 * cluster's present version cancels the upgrade.
 */
export function upgradeChoices(offered: readonly string[], { kubernetes_version, upgrade }: Subject): string[] {
  if (upgrade === null) return offered.filter((version) => version !== kubernetes_version);
  return [...new Set([upgrade.to_version, ...offered, kubernetes_version])];
}
