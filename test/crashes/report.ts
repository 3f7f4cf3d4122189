import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { VERDICTS } from '#test/faults/judge';
import type { CaseResult } from './outcome.ts';

const RESULTS = 'test-results/crashes.json';

/** Reports each case when it ends. At the end, prints a table and writes the same results as JSON. */
export function startReport(about: { chosen: number } & Record<string, unknown>) {
  const results: CaseResult[] = [];
  const began = performance.now();
  return {
    add(result: CaseResult): void {
      results.push(result);
      console.log(`${results.length}/${about.chosen} ${result.verdict} ${result.seconds} s  ${result.name}`);
      for (const problem of result.problems) console.log(`    ${problem}`);
    },
    finish(): number {
      const minutes = Math.round((performance.now() - began) / 6_000) / 10;
      const counted = VERDICTS.map((verdict) => [verdict, results.filter((one) => one.verdict === verdict).length]);
      const counts = Object.fromEntries(counted.filter(([, count]) => count !== 0));
      mkdirSync('test-results', { recursive: true });
      const written = { ...about, minutes, cores: cpus().length, counts, results };
      writeFileSync(RESULTS, `${JSON.stringify(written, null, 2)}\n`);
      const rows = Object.entries(counts).map(
        ([verdict, count]) => `${verdict.padEnd(16)}${String(count).padStart(5)}`,
      );
      console.log(['', ...rows, `${results.length} cases in ${minutes} min; results in ${RESULTS}`].join('\n'));
      return counts.failed ?? 0;
    },
  };
}
