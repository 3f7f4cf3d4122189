import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { compareShapes, lasting, madeSince, stateOf } from '../backend-state.ts';
import type { Outcome } from '../judge.ts';
import type { FaultCase } from '../matrix.ts';
import type { PoolPhase } from '../route.ts';
import type { Acceptance } from './acceptance.ts';
import { changeOutcome, requestAcceptance } from './requested-change.ts';
import type { Standing } from './standing-cluster.ts';

/** A cluster with pools, the changed pool, and the state of the backends before the cluster existed. */
export type StandingPools = Pick<Standing, 'testbed' | 'uuid' | 'before'> & { pool: string };
/** A change of the pool, and the resulting number of machines. */
export type PoolChange = { phase: PoolPhase; check: PoolPhase; quantity: number };

const POOL = 'workers';
/**
 * The ordered pool has two machines. It grows to three machines and shrinks to two. Then all its machines are replaced.
 */
export const POOL_CHANGES: readonly PoolChange[] = [
  { phase: 'scale-up', check: 'scale-up-check', quantity: 3 },
  { phase: 'scale-down', check: 'scale-down-check', quantity: 2 },
  { phase: 'roll', check: 'roll-check', quantity: 2 },
];
/** Two sizes of the boot volume, used in turn. A new size replaces all machines of the pool. */
const VOLUMES = [65_536, 66_560];

const shownPools = z.array(
  z.object({
    ...{ uuid: z.string(), name: z.string(), quantity: z.number(), ready: z.number() },
    root_volume: z.object({ size: z.number() }).nullable(),
  }),
);
const shownMachines = z.array(z.object({ name: z.string(), pool: z.string(), kind: z.string() }));
type Place = Pick<StandingPools, 'testbed' | 'uuid'>;

const readPools = async ({ testbed: { owner }, uuid }: Place) =>
  shownPools.parse((await owner.call('GET', `rancher-clusters/${uuid}/pools/`)).body);

async function readPool(place: Place) {
  const found = (await readPools(place)).find(({ name }) => name === POOL);
  if (!found) throw new Error(`the cluster has no pool ${POOL}`);
  return found;
}
export const poolUuid = async (place: Place): Promise<string> => (await readPool(place)).uuid;

const readMachines = async ({ testbed: { owner }, uuid }: Place) =>
  shownMachines.parse((await owner.call('GET', `rancher-clusters/${uuid}/machines/`)).body);

/** `names` lists all machines before the change. `leaving` lists the machines that the change removes. */
export type Target = { change: PoolChange; request: Request; leaving: readonly string[]; names: readonly string[] };
type Request = { method: string; below: string; body: object };

/**
 * Prepares the request for a change. A request for fewer machines names the machines to remove, because Cluster API
 * could otherwise delete other machines.
 */
export async function targetOf(standing: StandingPools, change: PoolChange): Promise<Target> {
  const machines = await readMachines(standing);
  const own = machines.filter(({ pool }) => pool === POOL).map(({ name }) => name);
  const names = machines.map(({ name }) => name);
  if (change.phase === 'roll') {
    const { root_volume } = await readPool(standing);
    const size = VOLUMES.find((one) => one !== root_volume?.size);
    return { change, request: { method: 'PATCH', below: '', body: { root_volume: { size } } }, leaving: own, names };
  }
  const leaving = own.toSorted().slice(0, Math.max(0, own.length - change.quantity));
  const body = { quantity: change.quantity, ...(leaving.length > 0 && { machines: leaving }) };
  return { change, request: { method: 'POST', below: 'scale/', body }, leaving, names };
}

const ask = ({ testbed: { owner }, uuid, pool }: StandingPools, { request: { method, below, body } }: Target) =>
  owner.call(method, `rancher-clusters/${uuid}/pools/${pool}/${below}`, body);

/** Expects that the change is accepted, at the latest at the second request. */
export const changeAcceptance = (
  standing: StandingPools,
  one: FaultCase | undefined,
  target: Target,
): Promise<Acceptance> => requestAcceptance(standing, one, () => ask(standing, target));

/**
 * Expects that the pool is changed. If a lasting fault makes the change fail, a second request without the fault must
 * succeed. Without a `shape` the objects are not compared.
 */
export const changed = (
  standing: StandingPools,
  one: FaultCase | undefined,
  target: Target,
  shape: readonly string[] | undefined,
): Promise<Outcome> =>
  changeOutcome(standing, one, {
    ask: () => ask(standing, target),
    problems: () => changedProblems(standing, target, shape),
  });

/**
 * Problems if a removed machine still exists, another machine is missing, or the objects in the backends do not match
 * the number of machines.
 */
export async function changedProblems(
  standing: StandingPools,
  { change: { quantity }, leaving, names }: Target,
  shape: readonly string[] | undefined,
): Promise<string[]> {
  const { testbed, uuid, before } = standing;
  const { state, last_error } = await testbed.owner.cluster(uuid);
  const pools = (await readPools(standing)).map(({ name, quantity, ready }) => [name, quantity, ready]);
  const wanted = [
    ['servers', 3, 3],
    ['spare', 0, 0],
    [POOL, quantity, quantity],
  ];
  const now = await readMachines(standing);
  const lost = names.filter((name) => !leaving.includes(name) && !now.some((one) => one.name === name));
  const kept = leaving.filter((name) => now.some((one) => one.name === name));
  const made = async () => madeSince(before, await stateOf(testbed));
  return [
    ...(state === 'OK' && !last_error ? [] : [`the cluster is ${state}: ${last_error?.message}`]),
    ...(isDeepStrictEqual(pools.toSorted(), wanted) ? [] : [`the pools are ${JSON.stringify(pools)}`]),
    ...now.filter(({ kind }) => kind !== 'joined').map(({ name, kind }) => `machine ${name} is ${kind}`),
    ...lost.map((name) => `machine ${name} is gone`),
    ...kept.map((name) => `machine ${name} is still there`),
    ...(shape ? await lasting(async () => compareShapes(shape, await made())) : []),
  ];
}
