import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';

interface Started {
  child: ChildProcessWithoutNullStreams;
  ended: Promise<unknown>;
}

const started: Started[] = [];
afterEach(() => {
  for (const { child } of started.splice(0)) child.kill('SIGKILL');
});

const addressSchema = z.object({ port: z.int() });

/** Starts the same program as `npm run sim -- <args>`, but without npm. */
function start(...args: string[]): Started {
  const child = spawn(process.execPath, ['test/simulators/main.ts', ...args], { stdio: 'pipe' });
  const ended = once(child, 'exit').then(([code]) => code);
  const running = { child, ended };
  started.push(running);
  return running;
}

const firstLine = async ({ child }: Started): Promise<{ url: string; cloud: string }> => {
  const [line] = await once(child.stdout, 'data');
  return JSON.parse(String(line));
};

test('a simulator prints where it listens as one line of JSON and ends with 0 on SIGTERM', async () => {
  const running = start('openstack', '--name', 'west');
  const { url, cloud } = await firstLine(running);
  expect(cloud).toBe('west');
  expect((await fetch(`${url}/_sim/state`)).status).toBe(200);
  running.child.kill('SIGTERM');
  expect(await running.ended).toBe(0);
});

test('it ends with its parent when it is asked to', async () => {
  const running = start('openstack', '--exit-with-parent');
  await firstLine(running);
  running.child.stdin.end();
  expect(await running.ended).toBe(0);
});

test('a taken port is one sentence and a failure', async () => {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const { port } = addressSchema.parse(holder.address());
  const { child, ended } = start('openstack', '--port', String(port));
  const [message, code] = await Promise.all([text(child.stderr), ended]);
  holder.close();
  expect(message.trim()).toMatch(/^.*EADDRINUSE.*$/);
  expect(code).toBe(1);
});

test.each([
  ['an unknown name', ['spacestack'], 2, 'Name one simulator'],
  ['a port that is none', ['openstack', '--port', 'x'], 2, '--port wants a number'],
  ['a flag of nobody', ['openstack', '--bogus'], 2, 'takes no flags but --name'],
])('%s is one sentence', async (_what, args, code, sentence) => {
  const { child, ended } = start(...args);
  const [message, exitCode] = await Promise.all([text(child.stderr), ended]);
  expect(message).toContain(sentence);
  expect(message.trim().split('\n')).toHaveLength(1);
  expect(exitCode).toBe(code);
});
