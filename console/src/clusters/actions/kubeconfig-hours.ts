export const DEFAULT_HOURS = 8;

/**
 * The longest lifetime that an installation can permit (`kubeconfigMaxTtlSeconds`). Most installations permit less. The
 * API does not show their limit, but its error names it.
 */
export const LONGEST_HOURS = 168;
