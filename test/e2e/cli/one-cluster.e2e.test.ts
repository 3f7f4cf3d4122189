import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { KUBECTL, kubectlWith } from '#test/programs/kubectl';
import { LETS_GO, stateOfBackends } from '../_worlds/backends.ts';
import { ownCloud } from '../_worlds/own-cloud.ts';
import { aPaddockHome, type PaddockHome } from './run-paddock.ts';

const { endpoints } = ownCloud();
const NAME = 'by-command';
let at: PaddockHome;
let before: unknown;
beforeAll(async () => {
  before = await stateOfBackends(endpoints);
  at = await aPaddockHome();
});
afterAll(() => at.close());

/** What a command prints, if it succeeds. */
async function printed(...args: string[]): Promise<string> {
  const ended = await at.paddock(args);
  expect(ended, args.join(' ')).toMatchObject({ code: 0 });
  return ended.stdout;
}

test('somebody who is not signed in is sent to sign in', async () => {
  const { code, stderr } = await at.paddock(['list']);
  expect(code).toBe(4);
  expect(stderr).toMatch(/^You are not signed in\.\nRun `paddock login/);
});

test('a token from stdin is kept in a file that only its owner may read, and is not printed', async () => {
  const { code, stdout, stderr } = await at.paddock(['login', endpoints.api, '--token-stdin'], {
    input: `${endpoints.tokens.owner}\n`,
  });
  expect([code, stdout]).toEqual([0, '']);
  expect(stderr).toBe(`You are signed in to ${endpoints.api} as owner.\n`);
  const config = join(at.home, '.config/paddock/config.json');
  expect((await stat(config)).mode & 0o777).toBe(0o600);
  expect(await readFile(config, 'utf8')).toContain(endpoints.tokens.owner);
});

test('a plan with mistakes says all of them at their fields, and orders nothing', async () => {
  const { code, stdout, stderr } = await at.paddock(['create', 'Not valid', '--servers', '2', '--agents', '0']);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^The order has faults:\n {2}name: .*\n {2}nodes: .*3 or 5.*\n {2}nodes: .*min 1.*\n/);
  const flavor = await at.paddock(['create', NAME, '--flavor', 'm1.none', '--plan']);
  expect(flavor).toMatchObject({ code: 3, stderr: expect.stringContaining('m1.medium (2 cores, 4 GB)') });
  expect(await printed('list', '-o', 'json')).toBe('[]\n');
});

test('a plan shows what would be made, and makes nothing', async () => {
  expect(await printed('create', NAME, '--plan')).toMatch(/3 × server, m1\.medium.*3 × agent.*6 volumes, 384 GB/s);
  expect(await stateOfBackends(endpoints)).toEqual(before);
});

test('one command makes a cluster and a kubeconfig, without an id', async () => {
  const { code, stdout, stderr } = await at.paddock([
    'create',
    NAME,
    '--servers',
    '3',
    '--agents',
    '3',
    '--kubeconfig',
  ]);
  expect(stderr).toMatch(/is ordered\..*Node is active.*Cluster is ready/s);
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^Cluster by-command is OK .* 6 nodes\.$/m)]);
});

test.runIf(KUBECTL !== undefined)('kubectl works with that kubeconfig', async () => {
  const { kubectl, close } = kubectlWith(await readFile(join(at.home, '.kube/config'), 'utf8'));
  const { stdout } = await kubectl('get nodes -o name');
  close();
  expect(stdout.trim().split('\n')).toHaveLength(6);
});

test('clusters are listed for people and for programs', async () => {
  expect(await printed('list')).toMatch(/^NAME +STATE +NODES.*\nby-command +OK +6\/6 /);
  expect(await printed('list', '-o', 'name')).toBe(`${NAME}\n`);
  expect(JSON.parse(await printed('list', '-o', 'json'))).toMatchObject([{ name: NAME, state: 'OK' }]);
});

test('a name that is taken is said at its field', async () => {
  const { code, stderr } = await at.paddock(['create', NAME]);
  expect([code, stderr]).toEqual([2, expect.stringContaining('Name is not unique.')]);
});

test('a deletion needs the name or --yes, and leaves nothing', async () => {
  expect(await at.paddock(['delete', NAME])).toMatchObject({ code: 2, stderr: expect.stringContaining('Add --yes.') });
  await printed('delete', NAME, '--yes', '--wait');
  expect(await at.paddock(['kubeconfig', NAME])).toMatchObject({ code: 3 });
  await expect.poll(() => stateOfBackends(endpoints), LETS_GO).toEqual(before);
});
