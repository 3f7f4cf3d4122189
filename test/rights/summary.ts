import type { Verdict } from './check-rights.ts';
import { reasonFor } from './kept-rights.ts';
import type { About } from './recordings.ts';
import type { Call } from './stage-calls.ts';
import type { Right } from './stage-rights.ts';

export type StageVerdict = Verdict & { about: Pick<About, 'stage' | 'names'> };

export type Summary = {
  calls: number;
  denied: string[];
  wronglyMissed: string[];
  rights: number;
  unused: number;
  /** Reasons to keep unused rights, each with the number of unused rights that have this reason. */
  kept: [why: string, rights: number][];
  withoutReason: string[];
};

/** The hash at the end of a logical id. It changes when a construct moves. */
const HASH = /[0-9A-F]{8}$/;

/**
 * A text in a form that is equal in every stage: ids instead of names of tables and buckets, no account and no region.
 */
const plain = (text: string, { stage, names }: StageVerdict['about']): string =>
  Object.entries(names)
    .reduce((so, [id, name]) => so.replaceAll(name, id), text)
    .replace(/(Data(?:(?:Audit)?Table|StateBackups))[0-9A-F]{8}/, '$1')
    .replace(`paddock/${stage}/`, '')
    .replace(`paddock-${stage}`, 'paddock')
    .replace(new RegExp(`([:/])${stage}-`), '$1')
    .replace(/^arn:aws:([a-z0-9]+):[^:]*:[^:]*:/, '$1:');

/** Merges the results of several stages, with each line once. A right counts as used if any stage used it. */
export function summaryOf(verdicts: readonly StageVerdict[]): Summary {
  const linesOf = (pick: (verdict: Verdict) => readonly Call[]) => [
    ...new Set(
      verdicts.flatMap((it) =>
        pick(it).map(({ by, action, resource }) => `${by.replace(HASH, '')}: ${action} ${plain(resource, it.about)}`),
      ),
    ),
  ];
  const rightsIn = (it: StageVerdict, rights: readonly Right[]) =>
    new Set(
      rights.map(({ role, action, resource }) => `${role.replace(HASH, '')} ${action} ${plain(resource, it.about)}`),
    );
  const unusedIn = verdicts.map((it) => rightsIn(it, it.unused));
  const unused = [...(unusedIn[0] ?? [])].filter((right) => unusedIn.every((others) => others.has(right)));
  const reasons = Map.groupBy(unused, (right) => reasonFor(right) ?? '');
  const withoutReason = reasons.get('') ?? [];
  reasons.delete('');
  return {
    calls: linesOf(({ calls }) => calls).length,
    denied: linesOf(({ denied }) => denied),
    wronglyMissed: verdicts.flatMap((it) => it.wronglyMissed),
    rights: new Set(verdicts.flatMap((it) => [...rightsIn(it, it.rights)])).size,
    unused: unused.length,
    kept: [...reasons].map(([why, rights]) => [why, rights.length]),
    withoutReason,
  };
}
