import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };

const MAIN = join(import.meta.dirname, 'main.ts');

test('it runs as npm links it, without a build', async () => {
  const linked = join(import.meta.dirname, '..', manifest.bin.paddock);
  const env = { PATH: dirname(process.execPath) };
  const { stdout } = await promisify(execFile)(linked, ['--version'], { env });
  expect(stdout).toBe(`${manifest.version}\n`);
});

test('it ends quietly when nobody reads its output any more', async () => {
  const child = spawn(process.execPath, [MAIN, 'completion', 'bash'], { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.destroy();
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect([code, said]).toEqual([141, '']);
});
