import type { Verdict } from './check-rights.ts';
import { reasonFor } from './kept-rights.ts';
import type { About } from './recordings.ts';
import type { Call } from './stage-calls.ts';
import type { Right } from './stage-rights.ts';

/** What was found out about the clouds of a stage. */
export type StageVerdict = Verdict & { about: Pick<About, 'stage' | 'names'> };

export type Summary = {
  calls: number;
  denied: string[];
  wronglyMissed: string[];
  rights: number;
  unused: number;
  /** Why rights stay that were not used, and how many. */
  kept: [why: string, rights: number][];
  withoutReason: string[];
};

/** The end of a logical id, which changes when a construct moves. */
const HASH = /[0-9A-F]{8}$/;

/** As it is in every stage, and short: tables and buckets by their ids, nothing of account and region. */
const plain = (text: string, { stage, names }: StageVerdict['about']): string =>
  Object.entries(names)
    .reduce((so, [id, name]) => so.replaceAll(name, id), text)
    .replace(/(Data(?:(?:Audit)?Table|StateBackups))[0-9A-F]{8}/, '$1')
    .replace(`paddock/${stage}/`, '')
    .replace(`paddock-${stage}`, 'paddock')
    .replace(new RegExp(`([:/])${stage}-`), '$1')
    .replace(/^arn:aws:([a-z0-9]+):[^:]*:[^:]*:/, '$1:');

/** What several stages have shown, each line once: a right was used if it was in one of them. */
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
