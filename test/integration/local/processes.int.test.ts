import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { accepts, isRunning } from './running.ts';

const PARENT = fileURLToPath(new URL('programs/parent.ts', import.meta.url));
const family = z.object({ pid: z.number(), grandchild: z.number(), port: z.number(), folder: z.string() });

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)(
  '%s leaves no process, port or folder behind, though the children ignore it',
  async (signal, code) => {
    const { parent, members } = await startParent();
    expect(await accepts(members.port)).toBe(true);

    parent.kill(signal);

    expect(await once(parent, 'exit')).toEqual([code, null]);
    await expectNothingLeft(members);
  },
  20_000,
);

test('a second Ctrl-C does not wait, and still leaves nothing behind', async () => {
  const { parent, members } = await startParent();
  const startedAt = Date.now();

  parent.kill('SIGINT');
  parent.kill('SIGTERM');

  await once(parent, 'exit');
  expect(Date.now() - startedAt).toBeLessThan(2_000); // The children ignore signals. Stopping them one after another would take three seconds.
  await expectNothingLeft(members);
});

test('a bug that ends the parent leaves nothing behind', async () => {
  const { parent, members } = await startParent('crash');
  const [code] = await once(parent, 'exit');
  expect(code).not.toBe(0);
  await expectNothingLeft(members);
});

async function startParent(...args: string[]): Promise<{ parent: ChildProcess; members: z.infer<typeof family> }> {
  const parent = spawn(process.execPath, [PARENT, ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
  const [line] = await once(createInterface({ input: parent.stdout }), 'line');
  return { parent, members: family.parse(JSON.parse(z.string().parse(line))) };
}

async function expectNothingLeft({ pid, grandchild, port, folder }: z.infer<typeof family>): Promise<void> {
  const left = async () => ({
    running: [pid, grandchild].filter(isRunning),
    port: await accepts(port),
    folder: existsSync(folder),
  });
  await expect.poll(left, { interval: 10, timeout: 15_000 }).toEqual({ running: [], port: false, folder: false });
}
