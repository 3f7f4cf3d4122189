import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { OperatorError } from '#infra/local/operator-error';
import { ownFolder, removeFolder } from '#infra/local/process-groups';
import { startProcess } from '#infra/local/processes';

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
  /** Names of failed tests, and of files with a failed set-up. `leftOut` names the skipped tests. */
  readonly failures: readonly string[];
  readonly leftOut: readonly string[];
  readonly reasons: readonly string[];
  readonly success: boolean;
  readonly seconds: number;
}

export interface Suite {
  readonly name: string;
  /** Test files, relative to the project's folder. */
  readonly files: readonly string[];
  readonly env: Record<string, string>;
  /**
   * The project of `vitest.config.ts` to which the files belong. These files then run one after the other. Default: the
   * configuration for suites on real servers.
   */
  readonly project?: string;
}

export interface SuiteOptions {
  readonly logDir: string;
  readonly print: (line: string) => void;
  readonly signal: AbortSignal;
}

/**
 * Runs test files against real servers and returns their results, even if tests failed.
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
    // Skipped tests are not printed, since the summary counts them.
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

/** The reason that vitest prints in brackets after the name of a skipped test. */
const skipReason = (line: string): string[] => /\[([^\]]+)\]$/.exec(line.trim())?.slice(1) ?? [];

function readReport(file: string) {
  try {
    const { numPassedTests, numFailedTests, numPendingTests, success, testResults } = report.parse(
      JSON.parse(readFileSync(file, 'utf8')),
    );
    const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
    const named = (...statuses: string[]) =>
      tests.filter(({ status }) => statuses.includes(status)).map(({ fullName }) => fullName);
    // If the set-up of a file fails, vitest skips the file's tests and reports only the file as failed.
    const broken = testResults
      .filter((it) => it.status === 'failed' && !it.assertionResults.some(({ status }) => status === 'failed'))
      .map(({ name: path }) => `the set-up of tests in ${basename(path)} (its error is in the log)`);
    // A run in which no test ran is no success.
    const isRun = numPassedTests + numFailedTests > 0;
    return {
      ...{ passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests, success: success && isRun },
      ...{ failures: [...named('failed'), ...broken], leftOut: named('skipped', 'pending') },
    };
  } catch {
    return undefined;
  }
}
