import type { ManifestOutcome, ManifestResult } from './manifest-result.ts';

/** The results of an import of YAML. A dry run has the results that a real import would have. */
export type ImportReport = {
  /** Whether every object was applied. False if Kubernetes refused an object or a write failed. */
  isWhole: boolean;
  /** A sentence for users. If an object was not applied, the sentence begins with the reason. */
  details: string;
  /** The results, in the order in which the text contains the objects. */
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

/** The report of an import. If the import ended early, `failure` is the reason. */
export function reportOf(
  results: readonly ManifestResult[],
  { isDryRun, failure }: { isDryRun: boolean; failure?: string | undefined },
): ImportReport {
  const problem = failure ?? firstRefusal(results);
  return {
    isWhole: problem === undefined && !results.some(({ outcome }) => FAILED.includes(outcome)),
    details: [problem, rest(results, isDryRun)].filter(Boolean).join(' — '),
    results: results.toSorted((one, other) => one.place - other.place),
  };
}
