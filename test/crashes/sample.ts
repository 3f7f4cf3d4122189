import { sampleOf } from '#test/faults/matrix';
import { placeOf } from './crash-case.ts';
import { type CrashCase, nameOf } from './run-cases.ts';

/** Before, between or after; scenarios by what they are about. */
function groupOf(one: CrashCase): string {
  if (one.kind === 'scenario') return nameOf(one).replace(/:.*/, '');
  const place = placeOf(one.kind === 'death' ? one.death : one.hold).replace(/ \d+$/, '');
  return `${one.kind} ${one.position.phase} ${place} ${one.kind === 'cancel' && one.dies}`;
}

/** A case of each group, drawn. */
export function oneOfEach(cases: readonly CrashCase[], seed: number): CrashCase[] {
  const groups = Map.groupBy(sampleOf(cases, cases.length, seed), groupOf);
  return [...groups.values()].flatMap(([first]) => (first ? [first] : []));
}
