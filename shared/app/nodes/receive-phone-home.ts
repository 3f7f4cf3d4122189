import { LOG } from '#shared/contracts/telemetry';
import { parseUuid } from '#shared/domain/_core/identifier';
import { NotAllowed } from '#shared/errors';
import type { Clock, Logger } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { type WaitDeps, wakeCluster } from '../_core/complete-wait.ts';
import { hashToken, isSameSecret } from '../identity/hash-token.ts';

type Deps = WaitDeps & { store: Pick<Store, 'phoneHomes'>; clock: Clock; log: Logger };

/**
 * Handles the phone-home call of a machine that has booted. Removes the machine's one-time token, and wakes the state
 * machine that waits for the cluster. Throws NotAllowed, without saying which part of the call is wrong.
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
