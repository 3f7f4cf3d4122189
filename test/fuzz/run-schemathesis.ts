import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Endpoints, Person } from '#infra/local/endpoints';
import { startProcess } from '#infra/local/processes';
import type { KnownObjects } from './known-objects.ts';

const HERE = dirname(fileURLToPath(import.meta.url));

/**
 * Not asked: whether everything that breaks the schema is refused and all that fits it is taken (forms send numbers as text,
 * references must exist), who sees which objects, and that each route refuses a bad token, which the integration tests show: after thirty of
 * those one place has to wait.
 */
const NOT_ASKED = ['negative_data_rejection', 'positive_data_acceptance', 'object_level_authorization', 'ignored_auth'];
/** It would end the token that all else is asked with. */
const ENDS_ITS_TOKEN = '/api/sign-in/end/';

/** Without sequences of calls (`stateful`): Schemathesis 4.32.5 stops with an internal error when the time of that phase ends. */
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
  /** The part of the output that says what was done and what went wrong. */
  readonly summary: string;
  readonly logFile: string;
}

/**
 * Lets Schemathesis loose on the API as one person, for so long. It has one worker: with two threads CPython 3.11's
 * `ast.parse` fails now and then ("AST constructor recursion depth mismatch").
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
    cwd: logDir, // it leaves its database of examples there
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
