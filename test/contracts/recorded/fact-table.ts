import { ACCESS_AND_LISTS } from './facts/access-and-lists.ts';
import { CLUSTERS_AND_MACHINES } from './facts/clusters-and-machines.ts';
import { PROJECTS_AND_CONTENTS } from './facts/projects-and-contents.ts';
import { type Evidence, type Facts, isShown, type Sentence } from './facts/sentence.ts';
import { SURPRISES } from './facts/surprises.ts';

/** Measurements of a real Rancher 2.15.0, by number, and the evidence that the simulator behaves the same. */
export const TABLE: Readonly<Record<'fact' | 'surprise', Facts>> = {
  fact: { ...ACCESS_AND_LISTS, ...CLUSTERS_AND_MACHINES, ...PROJECTS_AND_CONTENTS },
  surprise: SURPRISES,
};

const sentences: readonly Sentence[] = Object.values(TABLE).flatMap((facts) => Object.values(facts).flat());
const evidence: readonly Evidence[] = sentences.filter(isShown).flatMap(({ shown }) => shown);

/**
 * All ids of recorded exchanges that the table refers to. A pair of ids, `[first, last]`, stands for all recorded ids
 * in this range.
 */
export const shownBy = (recorded: readonly number[]): number[] =>
  evidence.flatMap((one) => {
    if (typeof one === 'string') return [];
    const [first, last] = typeof one === 'number' ? [one, one] : one;
    return [first, last, ...recorded.filter((id) => id > first && id < last)];
  });
export const shownByTests: readonly string[] = evidence.filter((one) => typeof one === 'string');

function lineOf(kind: string, facts: Facts): string {
  const all = Object.values(facts);
  const whole = all.filter((fact) => fact.every(isShown)).length;
  const partly = all.filter((fact) => fact.some(isShown)).length - whole;
  const said = all.flat();
  const shown = said.filter(isShown).length;
  return `${kind}s: ${whole} of ${all.length} shown whole, ${partly} in part; sentences: ${shown} of ${said.length}\n`;
}

/** A readable report: how much of the table has evidence, and which facts have none. */
export function tableText(): string {
  return Object.entries(TABLE)
    .map(([kind, facts]) => {
      const leftOut = Object.entries(facts).flatMap(([number, fact]) =>
        fact.flatMap((one) => (isShown(one) ? [] : `  ${kind} ${number}: ${one.says}. ${one.leftOut}\n`)),
      );
      return lineOf(kind, facts) + leftOut.join('');
    })
    .join('');
}
