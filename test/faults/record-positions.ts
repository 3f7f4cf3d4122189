import type { Endpoints } from '#infra/local/endpoints';
import type { Asked } from './asked-requests.ts';
import { isOfCheck, type Position } from './matrix.ts';
import type { Shape } from './scenarios/scenario.ts';
import { SCENARIOS, type ScenarioName } from './scenarios/scenarios.ts';
import type { Mode } from './testbed.ts';

/** The positions of every request, and what its phases make. */
export type Recording = { positions: Position[]; shapes: Record<Mode, Shape> };

/** What is played, in which kind of cluster. */
export type Played = { mode: Mode; scenario: ScenarioName };

/** Plays each once more than is needed, without any fault; of the later ones only what those before do not ask, or not of the same step. */
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

/** A step does the same in either kind of cluster; requests are checked by another code. */
const isKnown = (one: Asked, known: readonly Asked[]): boolean =>
  !isOfCheck(one) &&
  known.some((other) =>
    (['phase', 'simulator', 'method', 'route', 'step'] as const).every((key) => one[key] === other[key]),
  );

/** Further ones are often spared, and ask nothing that these have not. */
const MAX_LOOKS = 4;

const routeKey = ({ phase, simulator, method, route }: Asked): string => `${phase} ${simulator} ${method} ${route}`;

function worthIt<P extends Asked>(positions: readonly P[]): P[] {
  return [...Map.groupBy(positions, routeKey).values()].flatMap((of) =>
    of[0]?.method === 'GET' ? of.slice(0, MAX_LOOKS) : of,
  );
}

type ByRoute = Map<string, Asked[]>;
const byRoute = (asked: readonly Asked[]): ByRoute => Map.groupBy(asked, routeKey);

/** Whatever else is asked of a cloud is asked of one that has been met. */
const meetsCloud = ({ phase }: Asked): boolean => phase === 'order' || phase === 'creation';

/**
 * How often a list is looked at while waiting depends on the moment: what both runs asked will be asked again. A route that
 * only the first run asked is asked by those who have not met the cloud, as logins are.
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
