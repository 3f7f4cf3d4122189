type Subject = { kubernetes_version: string; upgrade: { to_version: string } | null };

/**
 * Returns the versions that a cluster can be upgraded to. The target version of an interrupted upgrade comes first:
 * this choice continues the upgrade. The present version comes last: this choice cancels the upgrade.
 */
export function upgradeChoices(offered: readonly string[], { kubernetes_version, upgrade }: Subject): string[] {
  if (upgrade === null) return offered.filter((version) => version !== kubernetes_version);
  return [...new Set([upgrade.to_version, ...offered, kubernetes_version])];
}
