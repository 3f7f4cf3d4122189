import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OperatorError } from '../operator-error.ts';
import { ownFolder, removeFolder } from '../process-groups.ts';
import { freePort, type RunningProcess, startProcess } from '../processes.ts';
import { until } from '../until.ts';
import { emulatorEnvironment } from './aws-environment.ts';
import { pythonVenv, type VenvOptions } from './python-venv.ts';

const SHIM = fileURLToPath(new URL('ministack_shim.py', import.meta.url));
const START_TIMEOUT_MS = 30_000;

export interface EmulatorOptions {
  readonly home: string;
  readonly logDir: string;
  /** Folder of this run. The emulator's TMPDIR is a subfolder. */
  readonly runDir: string;
  /** The port of the emulator. Default: a free port. */
  readonly port?: number;
  /**
   * Factor for Wait states, retry delays, callback timeouts and the intervals of schedules. With 0, state machines and
   * schedules do not wait.
   */
  readonly waitScale?: number;
  /** The shortest interval of a schedule, in seconds, however small `waitScale` is. Default: 3. */
  readonly scheduleSeconds?: number;
  readonly signal?: AbortSignal;
}

export interface Emulator {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/**
 * Starts an empty AWS emulator on loopback. Resolves when the emulator answers.
 * @throws OperatorError when Python is missing, the download fails, or the emulator ends at once
 */
export async function startEmulator(options: EmulatorOptions): Promise<Emulator> {
  const python = await emulatorPython(options);
  const port = options.port ?? (await freePort());
  const tmpDir = resolve(options.runDir, 'emulator');
  mkdirSync(tmpDir, { recursive: true });
  ownFolder(tmpDir);
  const child = await startProcess({
    name: 'the emulator',
    command: python,
    args: ['-B', SHIM], // `-B` keeps Python from writing bytecode files beside the sources.
    env: emulatorEnvironment(tmpDir, port, options),
    cwd: tmpDir,
    logFile: join(options.logDir, 'emulator.log'),
  });
  const stop = async () => {
    await child.stop();
    removeFolder(tmpDir);
  };
  const url = `http://127.0.0.1:${port}`;
  try {
    await untilItAnswers(child, url);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, pid: child.pid, stop };
}

async function untilItAnswers(child: RunningProcess, url: string): Promise<void> {
  let exit: number | string | undefined;
  void child.exited.then((code) => {
    exit = code;
  });
  const tooLate = `The emulator did not answer within ${START_TIMEOUT_MS / 1000} s: see ${child.logFile}`;
  await until({ tooLate, timeoutMs: START_TIMEOUT_MS, intervalMs: 50 }, async () => {
    if (await answers(url)) return true;
    if (exit !== undefined)
      throw new OperatorError(`The emulator stopped while it was starting (${exit}): see ${child.logFile}`);
    return undefined;
  });
}

async function answers(url: string): Promise<boolean> {
  const response = await fetch(`${url}/_ministack/health`, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
  return response?.ok ?? false;
}

const REQUIREMENTS = fileURLToPath(new URL('requirements.txt', import.meta.url));

/**
 * Path of a Python interpreter with the pinned emulator.
 * @throws OperatorError as `pythonVenv` does
 */
const emulatorPython = (options: VenvOptions): Promise<string> =>
  pythonVenv({ what: 'the emulator', requirements: REQUIREMENTS }, options);
