import { expect, test } from 'vitest';
import { confirmDeletion } from './commands/confirm.ts';
import { failureOf } from './failure.ts';
import { recordedIo } from './io/recorded-io.ts';
import { paddock } from './program.ts';

/** Runs a command that calls no API. */
async function runCommand(...args: string[]) {
  const io = recordedIo({ env: { XDG_CONFIG_HOME: '/nowhere' } });
  const code = await paddock(io)
    .parseAsync(args, { from: 'user' })
    .then(
      () => 0,
      (error: unknown) => failureOf(error).code,
    );
  return { code, stdout: io.stdout(), stderr: io.stderr() };
}

test.each([
  [['--version'], 0],
  [['create', '--help'], 0],
  [['completion', 'fish'], 0],
  [['no-such-command'], 2],
  [['wait'], 2],
  [['create', 'demo', '--servers', 'many'], 2],
  [['list', '-o', 'xml'], 2],
  [['scale', 'demo', '--pool', 'workers'], 2],
  [['wait', 'demo', '--timeout', 'soon'], 2],
  [['login', 'paddock.example'], 2],
  [['login', 'http://paddock.example'], 2],
  [['list'], 4],
  [['context', 'use', 'lab'], 3],
] as const)('paddock %j ends with %i', async (args, code) => {
  expect(await runCommand(...args)).toMatchObject({ code });
});

test('a command has its own --version', async () => {
  expect(await runCommand('create', 'demo', '--version', 'v1')).toMatchObject({ code: 4, stdout: '' });
});

test('what is wrong with an option is said with its name', async () => {
  const { stderr } = await runCommand('wait', 'demo', '--timeout', 'soon');
  expect(stderr).toContain("option '--timeout <time>' argument 'soon' is invalid. Write a duration as 90s, 30m or 2h.");
});

test('a deletion is confirmed by the name only', async () => {
  await expect(confirmDeletion(recordedIo({ answers: [' demo '] }), 'demo', 'all')).resolves.toBeUndefined();
  await expect(confirmDeletion(recordedIo({ answers: ['yes'] }), 'demo', 'all')).rejects.toThrow('Nothing was deleted');
  await expect(confirmDeletion(recordedIo(), 'demo', 'all')).rejects.toMatchObject({ nextStep: 'Add --yes.' });
});
