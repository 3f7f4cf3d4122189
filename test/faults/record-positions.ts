import type { Endpoints } from '#infra/local/endpoints';
import { type Asked, askedRequests } from './asked-requests.ts';
import { madeSince, stateOf } from './backend-state.ts';
import type { Position } from './matrix.ts';
import { faultFreeOrder } from './order.ts';
import { type Mode, type Testbed, withTestbed } from './testbed.ts';

/** Of a cluster that was made, and of one that a node was added to. */
export type Shape = { made: string[]; grown: string[] };
/** The positions of every request, and what clusters consist of. */
export type Recording = { positions: Position[]; shapes: Record<Mode, Shape> };

/** Of both kinds of orders; of the managed one only what the other does not ask, or not of the same step. */
export async function recordOrders(endpoints: Endpoints): Promise<Recording> {
  const selfManaged = await withTestbed({ endpoints, mode: 'self-managed' }, recordPositions);
  const managed = await withTestbed({ endpoints, mode: 'managed' }, (testbed) =>
    recordPositions(testbed, selfManaged.positions),
  );
  return {
    positions: [...selfManaged.positions, ...managed.positions],
    shapes: { 'self-managed': selfManaged.shape, managed: managed.shape },
  };
}

/**
 * Orders and deletes a cluster twice without any fault: the first time every function meets the cloud for the first time. Managed
 * ones twice more with a node added in between, which counts for that alone: the deletion has more to do then.
 * @throws when that does not end well, since then nothing can be compared with it
 */
async function recordPositions(testbed: Testbed, known: readonly Position[] = []) {
  const first = await recordOnce(testbed);
  const second = await recordOnce(testbed);
  const { mode } = testbed;
  const { grown, positions: ofGrowth } =
    mode === 'managed' ? await recordGrowth(testbed) : { grown: [], positions: [] };
  const positions = [...positionsOf(byRoute(first.asked), byRoute(second.asked)), ...ofGrowth];
  const isNew = (one: Asked) => !known.some((other) => isSameRequest(one, other));
  return {
    positions: worthIt(positions.filter(isNew)).map((one) => ({ ...one, mode })),
    shape: { made: second.shape, grown },
  };
}

/** What the request for a node asks before it is accepted is asked by the check of orders, too. */
async function recordGrowth(testbed: Testbed) {
  const [first, second] = [await recordOnce(testbed, true), await recordOnce(testbed, true)];
  const [once, again] = [first, second].map(({ asked }) => byRoute(asked.filter(({ phase }) => phase === 'growth')));
  const positions = positionsOf(once ?? new Map(), again ?? new Map());
  return { grown: second.shape, positions: positions.filter(({ step }) => step !== '') };
}

async function recordOnce(testbed: Testbed, grows = false): Promise<{ asked: Asked[]; shape: string[] }> {
  const sinceMs = Date.now();
  const before = await stateOf(testbed);
  const order = await faultFreeOrder(testbed);
  if (grows) await order.grow();
  const shape = madeSince(before, await stateOf(testbed));
  await order.terminate();
  return { asked: await askedRequests(testbed, sinceMs), shape };
}

/** A step does the same for either kind of order; an order is checked by another code. */
const isSameRequest = (one: Asked, other: Asked): boolean =>
  one.phase !== 'order' &&
  (['phase', 'simulator', 'method', 'route', 'step'] as const).every((key) => one[key] === other[key]);

/** Further ones are often spared, and ask nothing that these have not. */
const MOST_LOOKS = 4;

const routeKey = ({ phase, simulator, method, route }: Asked): string => `${phase} ${simulator} ${method} ${route}`;

function worthIt<P extends Asked>(positions: readonly P[]): P[] {
  return [...Map.groupBy(positions, routeKey).values()].flatMap((of) =>
    of[0]?.method === 'GET' ? of.slice(0, MOST_LOOKS) : of,
  );
}

type ByRoute = Map<string, Asked[]>;
const byRoute = (asked: readonly Asked[]): ByRoute => Map.groupBy(asked, routeKey);

/**
 * How often a list is looked at while waiting depends on the moment: what both runs asked will be asked again. A route that
 * only the first run asked is asked by those who have not met the cloud, as logins are; a deletion has met it.
 */
function positionsOf(first: ByRoute, second: ByRoute): Omit<Position, 'mode'>[] {
  const keys = [...new Set([...first.keys(), ...second.keys()])].sort();
  return keys.flatMap((key) => {
    const [once = [], again = []] = [first.get(key), second.get(key)];
    const firstTimeOnly = again.length === 0;
    if (firstTimeOnly && once[0]?.phase === 'deletion') return [];
    const usual = firstTimeOnly ? once : again;
    const count = firstTimeOnly || once.length === 0 ? usual.length : Math.min(once.length, again.length);
    const askers = [...new Set([...once, ...again].map(({ step }) => step))];
    return usual.slice(0, count).map((one, at) => ({ ...one, nth: at + 1, firstTimeOnly, askers }));
  });
}
