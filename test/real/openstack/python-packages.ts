import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findPython } from '#infra/local/emulator/python-venv';
import { uvPython } from '#infra/local/emulator/uv/uv-python';
import { runToEnd } from '#infra/local/run-to-end';
import type { InstallOptions } from './system-packages.ts';

const REQUIREMENTS = fileURLToPath(new URL('requirements.txt', import.meta.url));
const LOOPBACK = fileURLToPath(new URL('loopback', import.meta.url));
const ON_FAILURE = 'check that PyPI can be reached (PIP_INDEX_URL, UV_INDEX_URL and HTTPS_PROXY are read)';

/**
 * A virtual environment with the pinned OpenStack services, made once for each set of pins. The programs contain the
 * path of the environment, so the environment cannot be moved. The file that is written last marks the environment as
 * complete.
 * @throws OperatorError when there is no suitable Python, or a download fails
 */
export async function ensurePythonPackages(
  home: string,
  options: InstallOptions,
): Promise<{ venv: string; isNew: boolean }> {
  const venv = join(home, `venv-${pins()}`);
  if (existsSync(join(venv, 'complete'))) return { venv, isNew: false };
  mkdirSync(home, { recursive: true, mode: 0o700 });
  for (const other of globSync(join(home, 'venv-*'))) rmSync(other, { recursive: true, force: true });
  const run = (name: string, command: string, args: string[], onFailure = ON_FAILURE, env = {}) =>
    runToEnd({
      ...{ name, command, args, onFailure, timeoutMs: 900_000, ...options },
      env: { ...environment(), ...env },
      logFile: join(options.logDir, `${name.replaceAll(/\W+/g, '-')}.log`),
    });
  const python = await findPython();
  const isNewEnough = 'import sys; sys.exit(sys.version_info < (3, 11))';
  await run(
    'looking at Python',
    python,
    ['-c', isNewEnough],
    'OpenStack 2026.2 needs 3.11 or later; set PYTHON to such a one',
  );
  const noVenv = 'install the venv module (Debian: apt-get install python3-venv) or set PYTHON to another Python';
  await run('making a virtual environment', python, ['-m', 'venv', venv], noVenv);
  // pip alone takes five times as long for 180 packages.
  const uv = await uvPython({ home, ...options });
  const install = (name: string, what: string[]) =>
    run(name, uv, ['-m', 'uv', 'pip', 'install', '--quiet', '--compile-bytecode', ...what], ON_FAILURE, {
      VIRTUAL_ENV: venv,
    });
  await install('installing OpenStack', ['--require-hashes', '--requirement', REQUIREMENTS]);
  await install('installing the loopback drivers', ['--no-deps', LOOPBACK]);
  writeFileSync(join(venv, 'complete'), '');
  return { venv, isNew: true };
}

/** Lets Python write bytecode files. Without them, each call of OpenStack's programs takes ten seconds. */
function environment(): NodeJS.ProcessEnv {
  const { PYTHONDONTWRITEBYTECODE: _unwanted, ...env } = process.env;
  return env;
}

function pins(): string {
  const hash = createHash('sha256').update(readFileSync(REQUIREMENTS));
  for (const file of globSync(join(LOOPBACK, '{pyproject.toml,paddock_loopback/*.py}')).sort())
    hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 12);
}
