import { type Asked, askedRequests } from './asked-requests.ts';
import { madeSince, stateOf } from './backend-state.ts';
import type { Position } from './matrix.ts';
import { faultFreeOrder } from './order.ts';
import type { Testbed } from './testbed.ts';

/** The positions of every request, and what a cluster that was made consists of. */
export type Recording = { positions: Position[]; shape: string[] };

/**
 * Orders and deletes a cluster twice without any fault: the first time every function meets the cloud for the first time.
 * @throws when that does not end well, since then nothing can be compared with it
 */
export async function recordPositions(testbed: Testbed): Promise<Recording> {
  const first = await recordOnce(testbed);
  const second = await recordOnce(testbed);
  return { positions: positionsOf(byRoute(first.asked), byRoute(second.asked)), shape: second.shape };
}

async function recordOnce(testbed: Testbed): Promise<{ asked: Asked[]; shape: string[] }> {
  const sinceMs = Date.now();
  const before = await stateOf(testbed);
  const order = await faultFreeOrder(testbed);
  const shape = madeSince(before, await stateOf(testbed));
  await order.terminate();
  return { asked: await askedRequests(testbed, sinceMs), shape };
}

/** Further ones are often spared, and ask nothing that these have not. */
const MOST_LOOKS = 4;

type ByRoute = Map<string, Asked[]>;
function byRoute(asked: readonly Asked[]): ByRoute {
  return Map.groupBy(asked, ({ phase, simulator, method, route }) => `${phase} ${simulator} ${method} ${route}`);
}

/**
 * How often a list is looked at while waiting depends on the moment: what both runs asked will be asked again. A route that
 * only the first run asked is asked by those who have not met the cloud, as logins are; a deletion has met it.
 */
function positionsOf(first: ByRoute, second: ByRoute): Position[] {
  const keys = [...new Set([...first.keys(), ...second.keys()])].sort();
  return keys.flatMap((key) => {
    const [once = [], again = []] = [first.get(key), second.get(key)];
    const firstTimeOnly = again.length === 0;
    if (firstTimeOnly && once[0]?.phase === 'deletion') return [];
    const usual = firstTimeOnly ? once : again;
    const count = firstTimeOnly || once.length === 0 ? usual.length : Math.min(once.length, again.length);
    const worthIt = usual[0]?.method === 'GET' ? Math.min(count, MOST_LOOKS) : count;
    return usual.slice(0, worthIt).map((one, at) => ({ ...one, nth: at + 1, firstTimeOnly }));
  });
}
