import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** Vitest's JSON report, as far as it is counted here. */
const report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  success: z.boolean(),
});

/** Prints the one line that says how a test run ended; a run that executed nothing has failed. */
const { numPassedTests, numFailedTests, numPendingTests, success } = report.parse(
  JSON.parse(readFileSync(process.argv[2] ?? 'test-results/vitest.json', 'utf8')),
);
if (numPassedTests + numFailedTests === 0) {
  process.stderr.write('No test ran: see the output above for what stopped them.\n');
  process.exitCode = 1;
}
if (!success) process.exitCode = 1;
process.stdout.write(`${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped\n`);
