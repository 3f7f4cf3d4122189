type Subject = { kubernetes_version: string; upgrade: { to_version: string } | null };

/** Versions that a cluster can get. An interrupted upgrade goes on with its version, or is given up with the present one. */
export function upgradeChoices(offered: readonly string[], { kubernetes_version, upgrade }: Subject): string[] {
  if (upgrade === null) return offered.filter((version) => version !== kubernetes_version);
  return [...new Set([upgrade.to_version, ...offered, kubernetes_version])];
}
