import type { RollingUpdate } from '../pool-objects.ts';

/** A MachineSet as its deployment counts it. */
export interface CountedSet {
  name: string;
  /** How many machines it is to have. */
  replicas: number;
  /** How many are there, and can be used. */
  available: number;
}

interface Rollout {
  wanted: number;
  strategy: RollingUpdate;
  /** The one with the present template. */
  current: CountedSet;
  /** The others, oldest first. */
  old: readonly CountedSet[];
}

const total = (sets: readonly CountedSet[], field: 'replicas' | 'available'): number =>
  sets.reduce((sum, set) => sum + set[field], 0);

/** A number, or a share of the wanted machines. */
function amount(given: number | string | undefined, wanted: number, round: (share: number) => number): number {
  const share = typeof given === 'string' ? /^(\d+)%$/.exec(given)?.[1] : undefined;
  return share === undefined ? Number(given ?? 0) : round((wanted * Number(share)) / 100);
}

/** How many machines there may be beyond those wanted, and how many of them may be missing. */
export function limitsOf({ maxSurge, maxUnavailable }: RollingUpdate, wanted: number) {
  const surge = amount(maxSurge ?? 1, wanted, Math.ceil);
  const unavailable = amount(maxUnavailable ?? 0, wanted, Math.floor);
  // With neither, nothing would ever move.
  return { surge, unavailable: surge === 0 && unavailable === 0 ? 1 : Math.min(unavailable, wanted) };
}

/** The replicas that each set has from now on, by name: one step of Cluster API's rolling update. */
export function nextReplicas({ wanted, strategy, current, old }: Rollout): Record<string, number> {
  const { surge, unavailable } = limitsOf(strategy, wanted);
  const grown = { ...current, replicas: grownReplicas({ wanted, strategy, current, old }, surge) };
  const least = wanted - unavailable;
  return { ...shrunk({ current: grown, old, least }), [current.name]: grown.replicas };
}

function grownReplicas({ wanted, current, old }: Rollout, surge: number): number {
  if (current.replicas >= wanted) return wanted;
  const room = wanted + surge - total([current, ...old], 'replicas');
  return current.replicas + Math.max(0, Math.min(room, wanted - current.replicas));
}

/** Old sets give what can be spared: first machines that are of no use anyway, then the oldest. */
function shrunk({ current, old, least }: { current: CountedSet; old: readonly CountedSet[]; least: number }) {
  const missing = current.replicas - current.available;
  let spare = total([current, ...old], 'replicas') - least - missing;
  let usable = total([current, ...old], 'available') - least;
  const next: Record<string, number> = {};
  for (const set of old) {
    const useless = Math.max(0, Math.min(spare, set.replicas - set.available));
    const useful = Math.max(0, Math.min(spare - useless, usable, set.replicas - useless));
    next[set.name] = set.replicas - useless - useful;
    spare -= useless + useful;
    usable -= useful;
  }
  return next;
}
