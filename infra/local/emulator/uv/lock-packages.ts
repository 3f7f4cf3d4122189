import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { localHome, localLogDir } from '../../local-settings.ts';
import { runCommand } from '../../run-command.ts';
import { runToEnd } from '../../run-to-end.ts';
import { uvPython } from './uv-python.ts';

/**
 * `npm run lock-python` writes a `requirements.txt` beside each `requirements.in`: all packages that those in the
 * `requirements.in` need, each with its version and the hashes of its files. pip then installs only these files. Versions
 * that are already in a `requirements.txt` stay if they still fit; delete the file to get the newest ones.
 */
const OLDEST = '3.10';

async function lockPackages(): Promise<void> {
  const options = { home: localHome(), logDir: localLogDir('lock-python') };
  const uv = await uvPython(options);
  const files = globSync('{infra,test}/**/requirements.in').sort();
  for (const file of files) {
    const [, python = OLDEST] = /^# .*Python (3\.\d+) or later/.exec(readFileSync(file, 'utf8')) ?? [];
    await runToEnd({
      name: `locking ${file}`,
      command: uv,
      args: [
        ...['-m', 'uv', 'pip', 'compile', '--quiet', '--universal', '--generate-hashes', '--no-annotate'],
        ...['--python-version', python, '--custom-compile-command', 'npm run lock-python'],
        ...[basename(file), '--output-file', 'requirements.txt'],
      ],
      cwd: dirname(file),
      onFailure: 'check that PyPI can be reached, and that the versions in the file fit each other',
      timeoutMs: 300_000,
      logFile: join(options.logDir, `${file.replaceAll('/', '-')}.log`),
    });
    console.log(`${dirname(file)}/requirements.txt`);
  }
}

await runCommand({ run: lockPackages });
