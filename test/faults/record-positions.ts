import type { Endpoints } from '#infra/local/endpoints';
import type { Asked } from './asked-requests.ts';
import { isOfCheck, type Position } from './matrix.ts';
import type { Shape } from './scenarios/scenario.ts';
import { SCENARIOS, type ScenarioName } from './scenarios/scenarios.ts';
import type { Mode } from './testbed.ts';

/** The positions of all requests, and the objects that each phase creates. */
export type Recording = { positions: Position[]; shapes: Record<Mode, Shape> };

export type Played = { mode: Mode; scenario: ScenarioName };

/**
 * Runs each scenario twice without faults. Requests that an earlier scenario already sent from the same step are left
 * out.
 */
export async function recordPositions(endpoints: Endpoints, played: readonly Played[]): Promise<Recording> {
  const recording: Recording = {
    positions: [],
    shapes: { 'self-managed': {}, managed: {}, pools: {}, 'cluster-api': {} },
  };
  for (const { mode, scenario } of played) {
    const { first, second, shape } = await recordIn(endpoints, { mode, scenario });
    const positions = positionsOf(byRoute(first), byRoute(second)).filter((one) => !isKnown(one, recording.positions));
    recording.positions.push(...worthIt(positions).map((one) => ({ ...one, mode })));
    Object.assign(recording.shapes[mode], shape);
  }
  return recording;
}

async function recordIn(endpoints: Endpoints, { mode, scenario }: Played) {
  const bed = await SCENARIOS[scenario].open(endpoints, mode);
  try {
    return await bed.record();
  } finally {
    await bed.stop();
  }
}

/**
 * Whether an earlier scenario has sent the same request from the same step. A step behaves the same in every mode. A
 * check of an order or a change does not, so requests of a check never count as known.
 */
const isKnown = (one: Asked, known: readonly Asked[]): boolean =>
  !isOfCheck(one) &&
  known.some((other) =>
    (['phase', 'simulator', 'method', 'route', 'step'] as const).every((key) => one[key] === other[key]),
  );

/** The maximum number of recorded polls per route. Further polls often do not occur, and they show nothing new. */
const MAX_LOOKS = 4;

const routeKey = ({ phase, simulator, method, route }: Asked): string => `${phase} ${simulator} ${method} ${route}`;

function worthIt<P extends Asked>(positions: readonly P[]): P[] {
  return [...Map.groupBy(positions, routeKey).values()].flatMap((of) =>
    of[0]?.method === 'GET' ? of.slice(0, MAX_LOOKS) : of,
  );
}

type ByRoute = Map<string, Asked[]>;
const byRoute = (asked: readonly Asked[]): ByRoute => Map.groupBy(asked, routeKey);

/**
 * True if a function may run for the first time in this cloud. In later phases, all functions have already logged in.
 */
const meetsCloud = ({ phase }: Asked): boolean => phase === 'order' || phase === 'creation';

/**
 * Compares the requests of two runs. The number of polls depends on timing. So for a route in both runs, the smaller
 * number of requests is kept. If only the first run has a route, the route's requests are kept in two phases: `order`
 * and `creation`. There, functions may run for the first time and send extra requests, such as logins.
 */
function positionsOf(first: ByRoute, second: ByRoute): Omit<Position, 'mode'>[] {
  const keys = [...new Set([...first.keys(), ...second.keys()])].sort();
  return keys.flatMap((key) => {
    const [once = [], again = []] = [first.get(key), second.get(key)];
    const firstTimeOnly = again.length === 0;
    if (firstTimeOnly && once[0] && !meetsCloud(once[0])) return [];
    const usual = firstTimeOnly ? once : again;
    const count = firstTimeOnly || once.length === 0 ? usual.length : Math.min(once.length, again.length);
    const askers = [...new Set([...once, ...again].flatMap((one) => one.askers))];
    return usual.slice(0, count).map((one, at) => ({ ...one, nth: at + 1, firstTimeOnly, askers }));
  });
}
