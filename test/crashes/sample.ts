import { sampleOf } from '#test/faults/matrix';
import { placeOf } from './crash-case.ts';
import { type CrashCase, nameOf } from './run-cases.ts';

/** The group of a case: the place of the crash (before, between or after calls), or the topic of a scenario. */
function groupOf(one: CrashCase): string {
  if (one.kind === 'scenario') return nameOf(one).replace(/:.*/, '');
  const place = placeOf(one.kind === 'death' ? one.death : one.hold).replace(/ \d+$/, '');
  return `${one.kind} ${one.position.phase} ${place} ${one.kind === 'cancel' && one.dies}`;
}

/** Selects one case per group at random. */
export function oneOfEach(cases: readonly CrashCase[], seed: number): CrashCase[] {
  const groups = Map.groupBy(sampleOf(cases, cases.length, seed), groupOf);
  return [...groups.values()].flatMap(([first]) => (first ? [first] : []));
}
