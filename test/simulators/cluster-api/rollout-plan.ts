/** How fast a deployment replaces its machines: numbers, or shares of the wanted machines such as `25%`. */
export interface RollingUpdate {
  maxSurge?: number | string | undefined;
  maxUnavailable?: number | string | undefined;
}

/** The replica counts of a MachineSet, which its MachineDeployment uses in a rollout. */
export interface CountedSet {
  name: string;
  /** How many machines the set is to have. */
  replicas: number;
  /** How many machines the set has, including those that are being deleted. */
  present: number;
  /** How many of the present machines can be used. */
  available: number;
}

interface Rollout {
  wanted: number;
  strategy: RollingUpdate;
  /** The MachineSet with the present template. */
  current: CountedSet;
  /** The other MachineSets, oldest first. */
  old: readonly CountedSet[];
}

const total = (sets: readonly CountedSet[], field: 'replicas' | 'present' | 'available'): number =>
  sets.reduce((sum, set) => sum + set[field], 0);

/** A number of machines, given as a number or as a share of the wanted machines. */
function amount(given: number | string | undefined, wanted: number, round: (share: number) => number): number {
  const share = typeof given === 'string' ? /^(\d+)%$/.exec(given)?.[1] : undefined;
  return share === undefined ? Number(given ?? 0) : round((wanted * Number(share)) / 100);
}

/**
 * How many machines a rollout may add beyond the wanted number, and how many of the wanted machines may be unavailable.
 */
export function limitsOf({ maxSurge, maxUnavailable }: RollingUpdate, wanted: number) {
  const surge = amount(maxSurge ?? 1, wanted, Math.ceil);
  const unavailable = amount(maxUnavailable ?? 0, wanted, Math.floor);
  // If both were 0, the rollout could never begin.
  return { surge, unavailable: surge === 0 && unavailable === 0 ? 1 : Math.min(unavailable, wanted) };
}

/** One step of Cluster API's rolling update: the new number of replicas of each set, by the name of the set. */
export function nextReplicas(rollout: Rollout): Record<string, number> {
  const { wanted, strategy, current, old } = rollout;
  const { surge, unavailable } = limitsOf(strategy, wanted);
  const next = grownReplicas(rollout, surge);
  const shrunk = shrunkReplicas(rollout, next, wanted - unavailable);
  const isStill = next === current.replicas && old.every(({ name, replicas }) => shrunk[name] === replicas);
  return { ...shrunk, ...(isStill && unblocked(current, old)), [current.name]: next };
}

/** The new number of replicas of the current set. A machine that is being deleted counts until it is gone. */
function grownReplicas({ wanted, current, old }: Rollout, surge: number): number {
  if (current.replicas >= wanted) return wanted;
  const taken = [current, ...old].reduce((sum, { replicas, present }) => sum + Math.max(replicas, present), 0);
  const room = wanted + surge - taken;
  return current.replicas + Math.max(0, Math.min(room, wanted - current.replicas));
}

/**
 * The new numbers of replicas of the old sets. The old sets give up machines that can be spared: first unusable
 * machines, then others.
 */
function shrunkReplicas({ current, old }: Rollout, grown: number, least: number): Record<string, number> {
  const all = [current, ...old];
  const wished = ({ replicas, name }: CountedSet) => (name === current.name ? Math.min(replicas, grown) : replicas);
  const leaving = all.reduce((sum, set) => sum + Math.max(0, set.present - wished(set)), 0);
  const missing = Math.max(0, current.replicas - current.available);
  let spare = total(all, 'replicas') - leaving - least - missing;
  let usable = total(all, 'available') - least;
  const next = new Map(old.map(({ name, replicas }) => [name, replicas]));
  for (const isUseless of [true, false]) {
    for (const set of old) {
      const before = next.get(set.name) ?? 0;
      const most = isUseless ? Math.max(0, before - set.available) : before;
      const after = spared(set, before - Math.max(0, Math.min(most, spare)), usable);
      next.set(set.name, Math.min(before, after));
      spare -= Math.max(0, before - after);
      usable -= Math.min(set.available, Math.max(0, set.present - Math.min(before, after)));
    }
  }
  return Object.fromEntries(next);
}

/** It is not known which machines a set deletes. So this assumes that every deleted machine was usable. */
function spared({ available, present }: CountedSet, after: number, usable: number): number {
  const deleted = Math.max(0, present - after);
  return available === 0 || deleted <= usable ? after : present - Math.max(0, usable);
}

/** If unavailable old machines block the rollout, one old set loses a machine anyway. */
function unblocked(current: CountedSet, old: readonly CountedSet[]): Record<string, number> {
  const isStable = [current, ...old].every(({ replicas, present }) => replicas === present);
  if (!isStable || current.available !== current.present) return {};
  const stuck = old.find(({ available, present }) => available !== present);
  return stuck ? { [stuck.name]: stuck.replicas - 1 } : {};
}
