/** Rancher's names of releases: RKE2 (`v1.31.4+rke2r1`, `v1.32.0-rc3+rke2r1`) and K3s (`v1.31.4+k3s1`). */
export const RELEASE = /^v(\d+)\.(\d+)\.(\d+)(?:-rc(\d+))?\+(rke2r|k3s)(\d+)$/;

export const RELEASE_TEXT = 'Enter a version as Rancher writes it, such as v1.31.7+rke2r1.';

export type Release = {
  name: string;
  distribution: 'rke2' | 'k3s';
  major: number;
  minor: number;
  /** Patch, release candidate and revision. Releases of one minor version are sorted by these numbers. */
  rest: readonly number[];
};

/** The candidate number of a final release. Infinity sorts the final release after all its release candidates. */
const RELEASED = Number.POSITIVE_INFINITY;

/** Parses the name of a release. Undefined for any other text. */
export function parseRelease(name: string): Release | undefined {
  const [, major, minor, patch, candidate, distribution, revision] = RELEASE.exec(name) ?? [];
  if (major === undefined) return undefined;
  const rest = [Number(patch), candidate === undefined ? RELEASED : Number(candidate), Number(revision)];
  const known = distribution === 'k3s' ? 'k3s' : 'rke2';
  return { name, distribution: known, major: Number(major), minor: Number(minor), rest };
}

/** Compares two releases. Negative if the first is older. */
export function compareReleases(a: Release, b: Release): number {
  const numbers = ({ major, minor, rest }: Release) => [major, minor, ...rest];
  const others = numbers(b);
  const [own, other] = numbers(a)
    .map((number, index) => [number, others[index] ?? 0] as const)
    .find(([left, right]) => left !== right) ?? [0, 0];
  return own < other ? -1 : Number(own > other);
}

/**
 * The number of minor versions by which the first release is older than the second. Infinity if the major versions
 * differ, because no upgrade crosses major versions.
 */
export const minorsBehind = (older: Release, newer: Release): number =>
  older.major === newer.major ? newer.minor - older.minor : RELEASED;

/**
 * Suggestions for a release that Rancher does not offer: the last three offered releases of the same minor version. If
 * there are none, the last three of all offered releases.
 */
export function nearestReleases(offered: readonly string[], wanted: string): string[] {
  const sorted = offered.toSorted(new Intl.Collator('en', { numeric: true }).compare);
  const minor = /^v\d+\.\d+\./.exec(wanted)?.[0] ?? '';
  const alike = sorted.filter((version) => version.startsWith(minor));
  return (alike.length > 0 ? alike : sorted).slice(-3);
}
