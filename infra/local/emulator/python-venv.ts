import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { OperatorError } from '../operator-error.ts';
import { runToEnd } from '../run-to-end.ts';

export interface VenvOptions {
  /** Folder for downloads: `.local`, or PADDOCK_HOME. */
  readonly home: string;
  readonly logDir: string;
  readonly signal?: AbortSignal;
}

export interface VenvContents {
  /** What messages call these packages, for example `the emulator`. */
  readonly what: string;
  /** Path of a requirements file with the version and the hashes of each package (`npm run lock-python`). */
  readonly requirements: string;
}

/**
 * Path of the Python in a virtual environment that has the packages of a requirements file. Each set of versions gets
 * one environment under `home`. A new environment is built under another name and then moved, because an interrupted
 * download must not look like a finished environment. After the move, the scripts in the environment's `bin` still
 * contain the old path. So pip and programs are always run by this Python.
 * @throws OperatorError when there is no suitable Python or no venv module, or pip fails
 */
export async function pythonVenv(
  { what, requirements }: VenvContents,
  { home, logDir, signal }: VenvOptions,
): Promise<string> {
  const packages = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 16);
  const venv = resolve(home, `venv-${packages}`); // The path is absolute, because each program runs in its own folder.
  if (existsSync(venv)) return join(venv, 'bin', 'python');
  const python = await findPython();
  const draft = `${venv}.${randomUUID()}`;
  mkdirSync(home, { recursive: true });
  const run = (name: string, command: string, args: string[], onFailure: string, timeoutMs: number) =>
    runToEnd({
      name,
      command,
      args,
      onFailure,
      timeoutMs,
      logFile: join(logDir, 'venv.log'),
      ...(signal && { signal }),
    });
  try {
    await run(
      'making a virtual environment',
      python,
      ['-m', 'venv', draft],
      'install the venv module (Debian: apt-get install python3-venv) or set PYTHON to another Python',
      60_000,
    );
    await run(
      `installing ${what}`,
      join(draft, 'bin', 'python'),
      [
        '-m',
        'pip',
        'install',
        '--quiet',
        '--disable-pip-version-check',
        '--require-hashes',
        '--requirement',
        requirements,
      ],
      'check that PyPI can be reached (pip reads PIP_INDEX_URL and HTTPS_PROXY)',
      300_000,
    );
    moveUnlessThere(draft, venv);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return join(venv, 'bin', 'python');
}

/**
 * Moves the environment to its final name. If another command has already made an environment with this name, keeps
 * that environment, which has the same packages.
 */
function moveUnlessThere(draft: string, venv: string): void {
  try {
    renameSync(draft, venv);
  } catch (error) {
    if (!existsSync(venv)) throw error;
  }
}

const execute = promisify(execFile);
const OLDEST = [3, 10] as const;
const CANDIDATES = ['python3', 'python3.14', 'python3.13', 'python3.12', 'python3.11', 'python3.10', 'python'];

/**
 * Finds a Python that can run the emulator. If the variable `PYTHON` is set, only the command in this variable is
 * tried. Otherwise several commands on the PATH are tried, such as `python3`. The first command that runs a new enough
 * Python is used.
 * @throws OperatorError that says which Python was found and what to do
 */
export async function findPython(env: NodeJS.ProcessEnv = process.env): Promise<string> {
  const candidates = env.PYTHON ? [env.PYTHON] : CANDIDATES;
  const seen: string[] = [];
  for (const command of candidates) {
    const version = await versionOf(command, env);
    if (!version) continue;
    if (isNewEnough(version)) return command;
    seen.push(`${command} is ${version}`);
  }
  throw new OperatorError(
    `The emulator needs Python ${OLDEST.join('.')} or later, but ${seen.join(', ') || `no ${candidates[0]} was found`}. ` +
      'Install a new enough Python (Debian: apt-get install python3 python3-venv), or set PYTHON to its path.',
  );
}

async function versionOf(command: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const program = 'import sys; print("%d.%d.%d" % sys.version_info[:3])';
  try {
    const { stdout } = await execute(command, ['-c', program], { env, timeout: 10_000 });
    return stdout.trim();
  } catch {
    return undefined; // The command is missing or is not a Python. The caller tries the next command.
  }
}

function isNewEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
}
