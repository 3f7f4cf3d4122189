import { LOG } from '#shared/contracts/telemetry';
import { parseUuid } from '#shared/domain/_core/identifier';
import { NotAllowed } from '#shared/errors';
import type { Clock, Logger } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { type WaitDeps, wakeCluster } from '../_core/complete-wait.ts';
import { hashToken, isSameSecret } from '../identity/hash-token.ts';

type Deps = WaitDeps & { store: Pick<Store, 'phoneHomes'>; clock: Clock; log: Logger };

/**
 * A machine has booted: its one-time token is used up, and what waits for its cluster looks again at once. Throws
 * NotAllowed without a reason.
 */
export async function receivePhoneHome(
  deps: Deps,
  { nodeUuidText, token }: { nodeUuidText: string; token: string },
): Promise<void> {
  const { store, log } = deps;
  const nodeUuid = parseUuid(nodeUuidText);
  const expected = nodeUuid === undefined ? undefined : await store.phoneHomes.find(nodeUuid);
  if (expected === undefined || !isSameSecret(expected.tokenHash, hashToken(token))) throw new NotAllowed();
  if (!(await store.phoneHomes.take(expected))) throw new NotAllowed();
  const isWoken = await wakeCluster(deps, expected, nodeUuid);
  log.info(LOG.nodePhonedHome, { nodeUuid, clusterUuid: expected.clusterUuid, isWoken });
}
