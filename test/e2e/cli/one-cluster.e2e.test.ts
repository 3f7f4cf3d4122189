import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { createClient, listAll } from '@paddock/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { KUBECTL, kubectlWith } from '#test/programs/kubectl';
import { backendsAtRest, LETS_GO, stateOfBackends } from '../_worlds/backends.ts';
import { ownCloud } from '../_worlds/own-cloud.ts';
import { aPaddockHome, type PaddockHome } from './run-paddock.ts';

const { endpoints } = ownCloud();
const NAME = 'by-command';
/** Other files of the suite sell more offerings in the same cloud, so the commands name an offering and a tenant. */
const PLACE = ['--offering', 'Kubernetes, self-managed', '--tenant', 'demo'];
let at: PaddockHome;
let before: unknown;
beforeAll(async () => {
  before = await backendsAtRest(endpoints);
  at = await aPaddockHome();
});
afterAll(() => at.close());

async function printed(...args: string[]): Promise<string> {
  const ended = await at.paddock(args);
  expect(ended, `${args.join(' ')}: ${ended.stderr}`).toMatchObject({ code: 0 });
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
  const { code, stdout, stderr } = await at.paddock([
    'create',
    'Not valid',
    ...PLACE,
    '--servers',
    '2',
    '--agents',
    '0',
  ]);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^The order has errors:\n {2}name: .*\n {2}nodes: .*3 or 5.*\n {2}nodes: .*min 1.*\n/);
  const flavor = await at.paddock(['create', NAME, ...PLACE, '--flavor', 'm1.none', '--plan']);
  expect(flavor).toMatchObject({ code: 3, stderr: expect.stringContaining('m1.medium (2 cores, 4 GB)') });
  expect(await printed('list', '-o', 'name')).not.toContain(NAME);
});

test('a plan shows what would be made, and makes nothing', async () => {
  expect(await printed('create', NAME, ...PLACE, '--plan')).toMatch(
    /3 × server, m1\.medium.*3 × agent.*6 volumes, 384 GB/s,
  );
  expect(await stateOfBackends(endpoints)).toEqual(before);
});

test('an order can be a file, in which most things are named', async () => {
  const input = `offering: Kubernetes, self-managed
project: Sample project
attributes:
  tenant: demo
  nodes:
    - {role: server, subnet: private-subnet, cpu: 2, memory: 4096, system_volume_size: 65536}
    - {role: agent, subnet: private-subnet, cpu: 4, memory: 8192, system_volume_size: 65536}
`;
  const { code, stdout, stderr } = await at.paddock(['create', NAME, '--file', '-', '--plan'], { input });
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/Cluster by-command, .*1 × server, m1\.medium.*1 × agent, m1\.large/s);
  const none = await at.paddock(['create', NAME, '--file', '-'], { input: 'text' });
  expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining('is not an order') });
});

test('one command makes a cluster and a kubeconfig, without an id', async () => {
  const { code, stdout, stderr } = await at.paddock([
    'create',
    NAME,
    ...PLACE,
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
  expect(await printed('list')).toMatch(/^NAME +STATE +NODES.*\nby-command +OK +6\/6 /s);
  expect(await printed('list', '-o', 'name')).toContain(`${NAME}\n`);
  expect(JSON.parse(await printed('list', '-o', 'json'))).toContainEqual(
    expect.objectContaining({ name: NAME, state: 'OK' }),
  );
});

test('a cluster is described as a tree, down to the volumes', async () => {
  const tree = await printed('describe', NAME);
  expect(tree).toMatch(/^by-command {2}OK \(active\).*\n├─ servers, 3 of 3 ready\n│ {2}├─ by-command-.*server-1 {2}OK/);
  expect(tree).toMatch(/└─ agents, 3 of 3 ready\n.*\n {3}│ {2}└─ system volume {2}64 GB\n/);
  expect(JSON.parse(await printed('describe', NAME, '-o', 'json'))).toMatchObject({
    name: NAME,
    pools: [],
    machines: [],
  });
});

test('a node is deleted, and a new one is like the others', async () => {
  expect(await printed('scale', NAME, '--agents', '2', '--plan')).toMatch(/^agents: 3 to 2\n {2}delete 1: by-command-/);
  expect(await at.paddock(['scale', NAME, '--agents', '2'])).toMatchObject({ code: 2 });
  await printed('scale', NAME, '--agents', '2', '--yes', '--wait');
  const refused = await at.paddock(['scale', NAME, '--agents', '3']);
  expect(refused).toMatchObject({ code: 4, stderr: expect.stringContaining('owners_may_add_nodes') });
  const env = { PADDOCK_URL: endpoints.api, PADDOCK_TOKEN: endpoints.tokens.staff };
  expect(await at.paddock(['scale', NAME, '--agents', '3', '--wait'], { env })).toMatchObject({ code: 0 });
  expect(await printed('list')).toMatch(/^by-command .* 6\/6 /m);
});

test('events are listed, and followed until the command is ended', async () => {
  expect(await printed('events', NAME)).toMatch(/^TIME +LEVEL +NODE +MESSAGE\n.*Creation started\n/);
  const following = at.start(['events', NAME, '--follow', '-o', 'json']);
  expect(await following.prints(/.*Cluster is ready.*/)).toMatch(/^\{"created":/);
  following.interrupt();
  expect(await following.ended).toMatchObject({ code: 130 });
});

test('a support bundle has what is known of the cluster, and no secret', async () => {
  await printed('support-bundle', NAME);
  const file = join(at.home, `paddock-${NAME}.json.gz`);
  const text = gunzipSync(await readFile(file)).toString();
  expect(JSON.parse(text)).toMatchObject({
    ...{ cluster: { name: NAME }, orders: [{ state: 'done' }], versions: { paddock: expect.any(String) } },
    events: expect.arrayContaining([expect.objectContaining({ message: 'Cluster is ready' })]),
  });
  for (const token of Object.values(endpoints.tokens)) expect(text).not.toContain(token);
  expect(text).not.toMatch(/-----BEGIN|password|eyJ/);
});

test('bash completes commands and names of clusters', async () => {
  const script = await printed('completion', 'bash');
  const line = `paddock() { "${process.execPath}" "${at.program}" "$@"; }; ${script}
    COMP_WORDS=(paddock describe by-comm); COMP_CWORD=2; _paddock; echo "\${COMPREPLY[@]}"
    COMP_WORDS=(paddock kube); COMP_CWORD=1; _paddock; echo "\${COMPREPLY[@]}"`;
  const { stdout } = await promisify(execFile)('bash', ['-c', line], { env: { HOME: at.home, PATH: '/usr/bin:/bin' } });
  expect(stdout).toBe(`${NAME}\nkubeconfig\n`);
});

test('a name that is taken is said at its field', async () => {
  const { code, stderr } = await at.paddock(['create', NAME, ...PLACE]);
  expect([code, stderr]).toEqual([2, expect.stringContaining('Name is not unique.')]);
});

test('a deletion needs the name or --yes, and leaves nothing', async () => {
  expect(await at.paddock(['delete', NAME])).toMatchObject({ code: 2, stderr: expect.stringContaining('Add --yes.') });
  await printed('delete', NAME, '--yes', '--wait');
  expect(await at.paddock(['kubeconfig', NAME])).toMatchObject({ code: 3 });
  const client = createClient({ baseUrl: endpoints.api, token: endpoints.tokens.owner });
  const query = { name_exact: NAME };
  const resources = await listAll((page) =>
    client.GET('/api/marketplace-resources/', { params: { query: { ...query, ...page } } }),
  );
  expect(resources).toMatchObject([{ state: 'Terminated' }]);
  await expect.poll(() => stateOfBackends(endpoints), LETS_GO).toEqual(before);
});
