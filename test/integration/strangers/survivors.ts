import type { Simulator } from '#test/contracts/start-simulator';
import { stableStateOf } from '../_worlds/step-world.ts';

/** Names of all objects in these backends. A test compares them before and after the life of a cluster. */
export async function thingsIn(...simulators: Simulator[]): Promise<Set<string>> {
  const states = await Promise.all(simulators.map(stableStateOf));
  const kinds = states.flatMap((state) => Object.entries(state));
  return new Set(kinds.flatMap(([kind, rows]) => rows.map((row) => `${kind} ${row.id ?? row.name ?? row.path}`)));
}

export const missing = (before: ReadonlySet<string>, after: ReadonlySet<string>): string[] =>
  [...before].filter((thing) => !after.has(thing));
