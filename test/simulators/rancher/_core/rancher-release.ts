import { UsageError } from '../../_kit/simulator-definition.ts';

/** The properties of a Rancher release that clients can distinguish. */
export interface RancherRelease {
  /** The setting `server-version`. */
  version: string;
  /** Whether steve answers lists from its SQL cache (the feature `ui-sql-cache`). */
  hasSqlCache: boolean;
  /** Whether `/v3` redirects to `/v3/`. A client that follows no redirection takes this answer for a refusal. */
  redirectsRoot: boolean;
}

const LATEST: RancherRelease = { version: 'v2.15.0', hasSqlCache: true, redirectsRoot: true };
const RELEASES: Record<string, RancherRelease> = {
  '2.11': { version: 'v2.11.3', hasSqlCache: false, redirectsRoot: false },
  '2.15': LATEST,
};

/**
 * The release that `--version 2.11` names. Without the flag, the release is 2.15.
 * @throws UsageError for another argument or release
 */
export function releaseOf([flag, name = '', ...more]: string[]): RancherRelease {
  if (flag === undefined) return LATEST;
  const release = RELEASES[name];
  if (flag === '--version' && release && more.length === 0) return release;
  throw new UsageError(
    `rancher takes --version <${Object.keys(RELEASES).join('|')}>, not "${[flag, name, ...more].join(' ').trim()}".`,
  );
}
