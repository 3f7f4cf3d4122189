import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

const MAIN = join(import.meta.dirname, 'main.ts');

test('it ends quietly when nobody reads its output any more', async () => {
  const child = spawn(process.execPath, [MAIN, 'completion', 'bash'], { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.destroy();
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect([code, said]).toEqual([141, '']);
});
