import type { ManifestOutcome, ManifestResult } from './manifest-result.ts';

/** What became of an import of YAML, or in a dry run would become of it. */
export type ImportReport = {
  /** Whether nothing was refused and nothing failed. */
  isWhole: boolean;
  isDryRun: boolean;
  /** A sentence for people. For an import that is not whole, it begins with what went wrong. */
  details: string;
  /** In the order of the text. */
  results: ManifestResult[];
};

const FAILED: readonly ManifestOutcome[] = ['refused', 'not_applied', 'unknown'];
const WRITTEN: readonly ManifestOutcome[] = ['created', 'changed'];

function rest(results: readonly ManifestResult[], isDryRun: boolean): string {
  if (isDryRun) return 'This was a dry run: nothing was changed.';
  const has = (outcomes: readonly ManifestOutcome[]) => results.some(({ outcome }) => outcomes.includes(outcome));
  if (!has(FAILED)) return 'The YAML was applied.';
  return has([...WRITTEN, 'unknown']) ? 'Only a part was applied.' : 'Nothing was applied.';
}

function firstRefusal(results: readonly ManifestResult[]): string | undefined {
  const refused = results.find(({ outcome }) => outcome === 'refused');
  if (!refused) return undefined;
  const { place, line, kind, name, error } = refused;
  return `Document ${place} at line ${line}, ${[kind, name].filter(Boolean).join(' ')}: ${error}`;
}

/** `failure`: why an import ended early. */
export function reportOf(
  results: readonly ManifestResult[],
  { isDryRun, failure }: { isDryRun: boolean; failure?: string | undefined },
): ImportReport {
  const problem = failure ?? firstRefusal(results);
  return {
    isWhole: problem === undefined && !results.some(({ outcome }) => FAILED.includes(outcome)),
    isDryRun,
    details: [problem, rest(results, isDryRun)].filter(Boolean).join(' — '),
    results: results.toSorted((one, other) => one.place - other.place),
  };
}
