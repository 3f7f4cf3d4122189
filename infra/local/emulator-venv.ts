import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findPython } from './python.ts';
import { runToEnd } from './run-to-end.ts';

const REQUIREMENTS = fileURLToPath(new URL('requirements.txt', import.meta.url));

export interface VenvOptions {
  /** Where Paddock keeps what it has downloaded: `.local`, or PADDOCK_HOME. */
  readonly home: string;
  readonly logDir: string;
  readonly signal?: AbortSignal;
}

/**
 * Python of a virtual environment that has the pinned emulator; made once for each set of pins, under `home`.
 * It is made under another name and then moved, so that an interrupted download is never taken for a finished one
 * (pip is always run by its Python, since the scripts in `bin` keep the first name).
 * @throws OperatorError when there is no suitable Python, no venv module, or pip fails
 */
export async function emulatorPython({ home, logDir, signal }: VenvOptions): Promise<string> {
  const pins = readFileSync(REQUIREMENTS, 'utf8').trim().replace(/\W+/g, '-');
  const venv = resolve(home, `venv-${pins}`); // absolute: the emulator runs in a folder of its own
  if (existsSync(venv)) return join(venv, 'bin', 'python');
  const python = await findPython();
  const draft = `${venv}.${process.pid}`;
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
      'installing the emulator',
      join(draft, 'bin', 'python'),
      ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--requirement', REQUIREMENTS],
      'check that PyPI can be reached (pip reads PIP_INDEX_URL and HTTPS_PROXY)',
      180_000,
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
