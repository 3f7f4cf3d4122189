import { timingSafeEqual } from 'node:crypto';
import { LOG } from '../contracts/telemetry.ts';
import { parseUuid } from '../domain/identifier.ts';
import { NotAllowed } from '../errors.ts';
import type { Logger, Wakeups } from '../ports/runtime.ts';
import type { Store } from '../ports/store.ts';
import { hashToken } from './hash-token.ts';

type Deps = { store: Pick<Store, 'phoneHomes' | 'waits'>; wakeups: Wakeups; log: Logger };

function isTokenOf(tokenHash: string, token: string): boolean {
  const given = Buffer.from(hashToken(token));
  const kept = Buffer.from(tokenHash);
  return given.length === kept.length && timingSafeEqual(given, kept);
}

/**
 * A machine has booted: its one-time token is used up and whatever waits for its cluster looks again at once.
 * The token of the wait is taken before it is completed, so several machines at once wake their machine once.
 * Throws NotAllowed, which says nothing of why.
 */
export async function receivePhoneHome(
  { store, wakeups, log }: Deps,
  { nodeUuidText, token }: { nodeUuidText: string; token: string },
): Promise<void> {
  const nodeUuid = parseUuid(nodeUuidText);
  const expected = nodeUuid === undefined ? undefined : await store.phoneHomes.find(nodeUuid);
  if (expected === undefined || !isTokenOf(expected.tokenHash, token)) throw new NotAllowed();
  if (!(await store.phoneHomes.take(expected))) throw new NotAllowed();
  const wait = await store.waits.find(expected.clusterUuid);
  const isWoken =
    wait !== undefined && (await store.waits.take(wait)) && (await wakeups.succeed(wait.taskToken, { ready: false }));
  log.info(LOG.nodePhonedHome, { nodeUuid, clusterUuid: expected.clusterUuid, isWoken });
}
