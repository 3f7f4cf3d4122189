import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { OperatorError } from '#infra/local/operator-error';
import { ownFolder, removeFolder } from '#infra/local/process-groups';
import { startProcess } from '#infra/local/processes';

/** Vitest's JSON report, as far as it is read. */
const assertion = z.object({ fullName: z.string(), status: z.string() });
const report = z.object({
  testResults: z.array(z.object({ assertionResults: z.array(assertion), status: z.string(), name: z.string() })),
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  success: z.boolean(),
});

export interface SuiteResult {
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Names of the tests that failed, of files with a failed set-up, and of tests that were skipped. */
  readonly failures: readonly string[];
  readonly leftOut: readonly string[];
  /** Why tests were skipped that say so. */
  readonly reasons: readonly string[];
  readonly success: boolean;
  readonly seconds: number;
}

export interface Suite {
  readonly name: string;
  /** Test files, relative to the project's folder. */
  readonly files: readonly string[];
  /** What they have to know about the real servers. */
  readonly env: Record<string, string>;
  /** The project of `vitest.config.ts` that they belong to, one file after the other; default: that of the suites for real servers. */
  readonly project?: string;
}

export interface SuiteOptions {
  readonly logDir: string;
  /** Gets what vitest prints. */
  readonly print: (line: string) => void;
  readonly signal: AbortSignal;
}

/**
 * Runs test files of the suites for real servers, and answers how it went, also when tests failed.
 * @throws OperatorError when vitest itself did not come to an end
 */
export async function runSuite(
  { name, files, env, project }: Suite,
  { logDir, print, signal }: SuiteOptions,
): Promise<SuiteResult> {
  signal.throwIfAborted();
  const folder = mkdtempSync(join(tmpdir(), 'paddock-suite-'));
  ownFolder(folder);
  const reportFile = join(folder, 'report.json');
  const startedAtMs = Date.now();
  const vitest = await startProcess({
    name,
    command: process.execPath,
    args: [
      ...['node_modules/vitest/vitest.mjs', 'run'],
      ...(project === undefined
        ? ['--config', 'test/real/vitest.config.ts']
        : ['--project', project, '--maxWorkers=1']),
      ...['--reporter=verbose', '--reporter=json', `--outputFile.json=${reportFile}`, ...files],
    ],
    env: { ...process.env, NO_COLOR: '1', ...env },
    logFile: join(logDir, `${name.replaceAll(/\W+/g, '-')}.log`),
  });
  const reasons: string[] = [];
  vitest.onLine((line) => {
    // The skipped ones are counted in the summary.
    if (line.trim().startsWith('↓')) reasons.push(...skipReason(line));
    else print(line);
  });
  const stop = (): void => void vitest.stop();
  signal.addEventListener('abort', stop, { once: true });
  await vitest.exited;
  signal.removeEventListener('abort', stop);
  const result = readReport(reportFile);
  removeFolder(folder);
  signal.throwIfAborted();
  if (!result) throw new OperatorError(`The tests of ${name} did not come to an end: see ${vitest.logFile}`);
  return { name, ...result, reasons, seconds: (Date.now() - startedAtMs) / 1000 };
}

/** What vitest prints behind the name of a test that says why it is skipped. */
const skipReason = (line: string): string[] => /\[([^\]]+)\]$/.exec(line.trim())?.slice(1) ?? [];

function readReport(file: string) {
  try {
    const { numPassedTests, numFailedTests, numPendingTests, success, testResults } = report.parse(
      JSON.parse(readFileSync(file, 'utf8')),
    );
    const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
    const named = (...statuses: string[]) =>
      tests.filter(({ status }) => statuses.includes(status)).map(({ fullName }) => fullName);
    // Where what comes before the tests failed, they are skipped, and only the file has failed.
    const broken = testResults
      .filter((it) => it.status === 'failed' && !it.assertionResults.some(({ status }) => status === 'failed'))
      .map(({ name: path }) => `the set-up of tests in ${basename(path)} (its error is in the log)`);
    // A run without a test has shown nothing.
    const isRun = numPassedTests + numFailedTests > 0;
    return {
      ...{ passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests, success: success && isRun },
      ...{ failures: [...named('failed'), ...broken], leftOut: named('skipped', 'pending') },
    };
  } catch {
    return undefined;
  }
}
