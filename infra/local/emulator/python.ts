import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { OperatorError } from '../operator-error.ts';

const execute = promisify(execFile);
const OLDEST = [3, 10] as const;
const CANDIDATES = ['python3', 'python3.14', 'python3.13', 'python3.12', 'python3.11', 'python3.10', 'python'];

/**
 * A Python that can run the emulator: `PYTHON` when set, else the first on the PATH that is new enough.
 * @throws OperatorError that says what was found and what to do
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
    `The emulator needs Python ${OLDEST.join('.')} or later (${seen.join(', ') || `no ${candidates[0]} was found`}): ` +
      'install one (Debian: apt-get install python3 python3-venv) or set PYTHON to its path.',
  );
}

async function versionOf(command: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const program = 'import sys; print("%d.%d.%d" % sys.version_info[:3])';
  try {
    const { stdout } = await execute(command, ['-c', program], { env, timeout: 10_000 });
    return stdout.trim();
  } catch {
    return undefined; // not there, or not a Python: the next candidate may do
  }
}

function isNewEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
}
