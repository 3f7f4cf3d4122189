import { relative } from 'node:path';
import { type ReportedFile, ranIn, readReports, sumOf } from './vitest-reports.ts';

/**
 * The number of lines shown of a message. It is large because a failed program prints the reason below its command, and
 * a traceback ends with the error.
 */
const SHOWN_LINES = 30;
/** Returns a message without its stack frames, cut after `SHOWN_LINES` lines. */
const shown = (text: string): string => {
  const lines = text.split('\n').filter((line) => !/^\s+at /.test(line));
  return lines.slice(0, SHOWN_LINES).join('\n  ').trimEnd();
};

/** The failed tests of a file and the reasons. A file that failed to load has a reason but no test. */
function failuresOf({ name, status, message, assertionResults }: ReportedFile): string[] {
  const path = relative(process.cwd(), name);
  const failed = assertionResults.filter((it) => it.status === 'failed');
  if (status === 'failed' && failed.length === 0) return [`${path}: ${shown(message)}`];
  return failed.map(({ fullName, failureMessages }) => `${path}: ${fullName}: ${shown(failureMessages?.[0] ?? '')}`);
}

/**
 * Prints the failures of the last `npm test`, then one line with the totals. A run that executed no test counts as
 * failed.
 */
const reports = readReports();
if (ranIn(reports) === 0) {
  process.stderr.write('No test ran: see the output above for what stopped them.\n');
  process.exitCode = 1;
}
if (!reports.every(({ success }) => success)) process.exitCode = 1;
for (const line of reports.flatMap(({ testResults }) => testResults.flatMap(failuresOf))) {
  process.stdout.write(`Failed: ${line}\n`);
}
const [passed, failed, skipped] = (['numPassedTests', 'numFailedTests', 'numPendingTests'] as const).map((field) =>
  sumOf(reports, field),
);
process.stdout.write(`${passed} passed, ${failed} failed, ${skipped} skipped\n`);
