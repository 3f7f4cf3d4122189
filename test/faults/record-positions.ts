import { z } from 'zod';
import { requestRows } from '#test/contracts/start-simulator';
import { madeSince, readSim, stateOf } from './backend-state.ts';
import type { Phase, Position } from './matrix.ts';
import { CLUSTER_NAME, faultFreeOrder } from './order.ts';
import { isOfMachines, patternOf, routeOf, SHARED_ROUTE } from './route.ts';
import type { SimulatorName, Testbed } from './testbed.ts';

/** How often each route was asked, by `<simulator> <method> <route>`. */
type Counts = Map<string, number>;
export type Recording = { positions: Position[]; shape: string[] };

const faultRows = z.array(z.object({ matches: z.number() }));
/** Counts without ever striking. */
const NEVER = 1_000_000;

/**
 * Orders and deletes a cluster twice without any fault: the first time every function meets the cloud for the first time.
 * @throws when that does not end well, since then nothing can be compared with it
 */
export async function recordPositions(testbed: Testbed): Promise<Recording> {
  const first = await recordOnce(testbed);
  const second = await recordOnce(testbed);
  const positions = [...positionsOf('creation', first.creation, second.creation)];
  return {
    positions: [...positions, ...positionsOf('deletion', first.deletion, second.deletion)],
    shape: second.shape,
  };
}

async function recordOnce(testbed: Testbed): Promise<{ creation: Counts; deletion: Counts; shape: string[] }> {
  const { openstack } = testbed.simulators;
  const before = await stateOf(testbed);
  await openstack.plan({ method: 'GET', path: patternOf(SHARED_ROUTE), nth: NEVER, kind: 'refuse' });
  let counts = await countsOf(testbed);
  const since = async (phase: Phase) => {
    const now = await countsOf(testbed);
    const asked = ours(phase, counts, now);
    counts = now;
    return asked;
  };
  const order = await faultFreeOrder(testbed, async () => {
    counts = await countsOf(testbed);
  });
  const shape = madeSince(before, await stateOf(testbed));
  const creation = await since('creation');
  await order.terminate();
  const deletion = await since('deletion');
  await openstack.clearFaults();
  return { creation, deletion, shape };
}

async function countsOf({ simulators }: Testbed): Promise<Counts> {
  const counts: Counts = new Map();
  const add = (key: string, count: number) => counts.set(key, (counts.get(key) ?? 0) + count);
  for (const [name, simulator] of Object.entries(simulators)) {
    for (const { method, path, count } of requestRows.parse(await readSim(simulator, 'requests'))) {
      if (path !== SHARED_ROUTE) add(`${name} ${method} ${routeOf(path, CLUSTER_NAME)}`, count);
    }
  }
  const [shared] = faultRows.parse(await readSim(simulators.openstack, 'faults'));
  add(`openstack GET ${SHARED_ROUTE}`, shared?.matches ?? 0);
  return counts;
}

const SIMULATORS = z.enum(['rancher', 'vault', 'argocd', 'openstack']);
const splitKey = (key: string): { simulator: SimulatorName; method: string; route: string } => {
  const [simulator, method = '', route = ''] = key.split(' ');
  return { simulator: SIMULATORS.parse(simulator), method, route };
};

function ours(phase: Phase, before: Counts, now: Counts): Counts {
  const asked = [...now].map(([key, count]) => [key, count - (before.get(key) ?? 0)] as const);
  return new Map(asked.filter(([key, count]) => count > 0 && !isOfMachines(splitKey(key), phase)));
}

/** How often a list is looked at while waiting depends on the moment: beyond what both runs asked, few are worth a case. */
const MOST_LOOKS = 4;

function positionsOf(phase: Phase, first: Counts, second: Counts): Position[] {
  // What deletes has met the cloud when it made: a login then is of a function's further copy, which nobody can call up.
  const routes = phase === 'creation' ? [...first.keys(), ...second.keys()] : second.keys();
  return [...new Set(routes)].sort().flatMap((key) => {
    const usual = second.get(key) ?? 0;
    const count = Math.min(
      usual === 0 ? (first.get(key) ?? 0) : usual,
      splitKey(key).method === 'GET' ? MOST_LOOKS : 99,
    );
    return Array.from({ length: count }, (_, at) => ({
      phase,
      ...splitKey(key),
      nth: at + 1,
      firstTimeOnly: usual === 0,
    }));
  });
}
