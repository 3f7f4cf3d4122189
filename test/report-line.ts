import { globSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { z } from 'zod';

const file = z.object({
  name: z.string(),
  status: z.string(),
  message: z.string(),
  assertionResults: z.array(
    z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()).nullable() }),
  ),
});

/** Vitest's JSON report, as far as it is told here. */
const report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  success: z.boolean(),
  testResults: z.array(file),
});

/** Of a message its first line. */
const firstLine = (text: string): string => text.split('\n', 1)[0] ?? '';

/** What failed in a file and why, in a line each; a file that could not be read has a reason and no test. */
function failuresOf({ name, status, message, assertionResults }: z.infer<typeof file>): string[] {
  const path = relative(process.cwd(), name);
  const failed = assertionResults.filter((it) => it.status === 'failed');
  if (status === 'failed' && failed.length === 0) return [`${path}: ${firstLine(message)}`];
  return failed.map(
    ({ fullName, failureMessages }) => `${path}: ${fullName}: ${firstLine(failureMessages?.[0] ?? '')}`,
  );
}

/** Prints what failed in the last `npm test`, then the one line that says how it ended; one that executed nothing has failed. */
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
for (const line of reports.flatMap(({ testResults }) => testResults.flatMap(failuresOf))) {
  process.stdout.write(`Failed: ${line}\n`);
}
process.stdout.write(`${passed} passed, ${failed} failed, ${sumOf('numPendingTests')} skipped\n`);
