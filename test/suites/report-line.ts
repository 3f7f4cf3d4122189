import { relative } from 'node:path';
import { type ReportedFile, ranIn, readReports, sumOf } from './vitest-reports.ts';

/** Lines of a message that are shown. A program that failed says why below its command, and a traceback ends with the error. */
const SHOWN_LINES = 30;
/** A message without stack frames of ours, as one paragraph of at most some lines. */
const shown = (text: string): string => {
  const lines = text.split('\n').filter((line) => !/^\s+at /.test(line));
  return lines.slice(0, SHOWN_LINES).join('\n  ').trimEnd();
};

/** What failed in a file and why; a file that could not be read has a reason and no test. */
function failuresOf({ name, status, message, assertionResults }: ReportedFile): string[] {
  const path = relative(process.cwd(), name);
  const failed = assertionResults.filter((it) => it.status === 'failed');
  if (status === 'failed' && failed.length === 0) return [`${path}: ${shown(message)}`];
  return failed.map(({ fullName, failureMessages }) => `${path}: ${fullName}: ${shown(failureMessages?.[0] ?? '')}`);
}

/** Prints what failed in the last `npm test`, then the one line that says how it ended; one that executed nothing has failed. */
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
