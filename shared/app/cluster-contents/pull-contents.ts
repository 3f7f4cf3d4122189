import type { Cluster } from '#shared/domain/clusters/cluster';
import { withTimeout } from '../_core/with-timeout.ts';
import { type ContentsDeps, mirrorContents } from './mirror-contents.ts';

/** What is left to an API function after the cluster itself was pulled. */
const PULL_MS = 4_000;

/**
 * The second half of a cluster's pull: what is inside it.
 * @param cluster as the first half has left it
 * Throws Backend*; BackendUnavailable when it takes too long, with what was written by then: the next pull goes on.
 */
export async function pullContents(deps: ContentsDeps, cluster: Cluster): Promise<void> {
  await withTimeout(PULL_MS, () => mirrorContents(deps, cluster));
}
