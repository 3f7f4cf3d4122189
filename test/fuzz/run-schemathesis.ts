import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Endpoints, Person } from '#infra/local/endpoints';
import { startProcess } from '#infra/local/processes';
import type { KnownObjects } from './known-objects.ts';

const HERE = dirname(fileURLToPath(import.meta.url));

/**
 * Schemathesis checks that are switched off.
 * - `negative_data_rejection` and `positive_data_acceptance`: forms send numbers as text, and references must exist.
 * - `object_level_authorization`: users see different objects.
 * - `ignored_auth`: integration tests cover bad tokens. After thirty bad tokens from one IP address, the API
 *   answers further bad tokens with 429.
 */
const NOT_ASKED = ['negative_data_rejection', 'positive_data_acceptance', 'object_level_authorization', 'ignored_auth'];
/** This call would end the token that all other calls use. */
const ENDS_ITS_TOKEN = '/api/sign-in/end/';

/**
 * The `stateful` phase (sequences of calls) is left out. Schemathesis 4.32.5 stops with an internal error when the time
 * of this phase ends.
 */
const PHASES = ['examples', 'coverage', 'fuzzing'];

export interface FuzzRun {
  readonly person: Person;
  readonly seconds: number;
  readonly known: KnownObjects;
}
export interface FuzzTools {
  /** The Python of a virtual environment with Schemathesis. */
  readonly python: string;
  readonly logDir: string;
  readonly signal: AbortSignal;
}
export interface FuzzResult {
  readonly isGreen: boolean;
  readonly summary: string;
  readonly logFile: string;
}

/**
 * Runs Schemathesis against the API as one person, for this many seconds. It has one worker: with two threads CPython
 * 3.11's `ast.parse` fails now and then ("AST constructor recursion depth mismatch").
 */
export async function runSchemathesis(
  { api, tokens }: Endpoints,
  { person, seconds, known }: FuzzRun,
  { python, logDir, signal }: FuzzTools,
): Promise<FuzzResult> {
  const logFile = join(logDir, `schemathesis-${person}.log`);
  const options = ['--max-time', String(seconds), '--phases', PHASES.join(','), '--checks', 'all'];
  options.push('--exclude-checks', NOT_ASKED.join(','));
  options.push('--exclude-path', ENDS_ITS_TOKEN);
  const child = await startProcess({
    name: 'Schemathesis',
    command: python,
    args: [
      ...['-m', 'schemathesis.cli', 'run', `${api}/api/openapi.json`, '--continue-on-failure'],
      ...['--header', `Authorization: Token ${tokens[person]}`, '--warnings', 'off', '--request-timeout', '35'],
      ...options,
    ],
    env: { ...process.env, PADDOCK_FUZZ: JSON.stringify(known), SCHEMATHESIS_HOOKS: 'hooks', PYTHONPATH: HERE },
    cwd: logDir, // Schemathesis stores its database of examples there
    logFile,
  });
  const abort = (): void => void child.stop();
  signal.addEventListener('abort', abort, { once: true });
  const code = await child.exited;
  signal.removeEventListener('abort', abort);
  const output = readFileSync(logFile, 'utf8');
  const failures = output.slice(Math.max(0, output.search(/^=+ (FAILURES|ERRORS|SUMMARY) =+$/m)));
  return { isGreen: code === 0, summary: failures.trim(), logFile };
}
