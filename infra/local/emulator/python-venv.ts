import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runToEnd } from '../run-to-end.ts';
import { findPython } from './python.ts';

export interface VenvOptions {
  /** Where Paddock keeps what it has downloaded: `.local`, or PADDOCK_HOME. */
  readonly home: string;
  readonly logDir: string;
  readonly signal?: AbortSignal;
}

export interface VenvContents {
  /** As messages call it: `the emulator`. */
  readonly what: string;
  /** Path of a requirements file with a version for each package. */
  readonly requirements: string;
}

/**
 * Python of a virtual environment that has what a requirements file pins; made once for each set of pins, under `home`.
 * It is made under another name and then moved, so that an interrupted download is never taken for a finished one
 * (pip and programs are always run by its Python, since the scripts in `bin` keep the first name).
 * @throws OperatorError when there is no suitable Python, no venv module, or pip fails
 */
export async function pythonVenv(
  { what, requirements }: VenvContents,
  { home, logDir, signal }: VenvOptions,
): Promise<string> {
  const pins = readFileSync(requirements, 'utf8').trim().replace(/\W+/g, '-');
  const venv = resolve(home, `venv-${pins}`); // absolute: programs run in folders of their own
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
      ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--requirement', requirements],
      'check that PyPI can be reached (pip reads PIP_INDEX_URL and HTTPS_PROXY)',
      300_000,
    );
    moveUnlessThere(draft, venv);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return join(venv, 'bin', 'python');
}

/** Another start may have finished the same environment meanwhile: then that one is as good. */
function moveUnlessThere(draft: string, venv: string): void {
  try {
    renameSync(draft, venv);
  } catch (error) {
    if (!existsSync(venv)) throw error;
  }
}
