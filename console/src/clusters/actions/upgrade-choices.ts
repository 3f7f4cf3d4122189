type Subject = { kubernetes_version: string; upgrade: { to_version: string } | null };

/**
 * Returns the versions that a cluster can be upgraded to. After an interrupted upgrade, the target version comes first,
 * because it continues the upgrade. The present version comes last, because it cancels the upgrade.
 */
export function upgradeChoices(offered: readonly string[], { kubernetes_version, upgrade }: Subject): string[] {
  if (upgrade === null) return offered.filter((version) => version !== kubernetes_version);
  return [...new Set([upgrade.to_version, ...offered, kubernetes_version])];
}
