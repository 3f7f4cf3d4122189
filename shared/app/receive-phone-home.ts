import { LOG } from '../contracts/telemetry.ts';
import { parseUuid } from '../domain/identifier.ts';
import { NotAllowed } from '../errors.ts';
import type { Clock, Logger } from '../ports/runtime.ts';
import type { Store } from '../ports/store.ts';
import { type WaitDeps, wakeCluster } from './complete-wait.ts';
import { hashToken, isSameSecret } from './hash-token.ts';

type Deps = WaitDeps & { store: Pick<Store, 'phoneHomes'>; clock: Clock; log: Logger };

/**
 * A machine has booted: its one-time token is used up and whatever waits for its cluster looks again at once.
 * Throws NotAllowed, which says nothing of why.
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
