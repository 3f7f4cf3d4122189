import { globSync, readFileSync } from 'node:fs';
import { z } from 'zod';

/** The folder of the suites' reports, written by `npm test`. */
export const REPORTS = 'test-results/vitest';

const file = z.object({
  name: z.string(),
  status: z.string(),
  message: z.string(),
  assertionResults: z.array(
    z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()).nullable() }),
  ),
});
export type ReportedFile = z.infer<typeof file>;

const report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  success: z.boolean(),
  testResults: z.array(file),
});
type Report = z.infer<typeof report>;
type Counted = 'numPassedTests' | 'numFailedTests' | 'numPendingTests';

export const readReports = (): Report[] =>
  globSync(`${REPORTS}/*.json`).map((path) => report.parse(JSON.parse(readFileSync(path, 'utf8'))));

export const sumOf = (reports: readonly Report[], field: Counted): number =>
  reports.reduce((sum, it) => sum + it[field], 0);

/** The number of executed tests, passed or failed. */
export const ranIn = (reports: readonly Report[]): number =>
  sumOf(reports, 'numPassedTests') + sumOf(reports, 'numFailedTests');
