import { globSync, readFileSync } from 'node:fs';
import { z } from 'zod';

/** Vitest's JSON report, as far as it is counted here. */
const report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  success: z.boolean(),
});

/** Prints the one line that says how the last `npm test` ended; one that executed nothing has failed. */
const reports = globSync('test-results/vitest/*.json').map((path) =>
  report.parse(JSON.parse(readFileSync(path, 'utf8'))),
);
const sumOf = (field: 'numPassedTests' | 'numFailedTests' | 'numPendingTests'): number =>
  reports.reduce((sum, it) => sum + it[field], 0);
const [passed, failed] = [sumOf('numPassedTests'), sumOf('numFailedTests')];
if (passed + failed === 0) {
  process.stderr.write('No test ran: see the output above for what stopped them.\n');
  process.exitCode = 1;
}
if (!reports.every(({ success }) => success)) process.exitCode = 1;
process.stdout.write(`${passed} passed, ${failed} failed, ${sumOf('numPendingTests')} skipped\n`);
