import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { type RunningSimulator, serveSimulator } from '../_kit/serve-simulator.ts';
import { eventually, orderCluster, startRancher, type TestRancher } from '../rancher/_core/rancher-client.ts';
import { simulator } from '../vm-runner.ts';
import type { MachineRow } from './machine-room.ts';
import { startTinyCloud } from './tiny-cloud.ts';

const machinesState = z.object({
  machines: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      phase: z.enum(['booting', 'booted', 'registered', 'failed']),
      reason: z.string(),
      roles: z.array(z.string()),
      listens: z.array(z.string()),
    }),
  ),
});
let cloud: Awaited<ReturnType<typeof startTinyCloud>>;
let rancher: TestRancher;
let runner: RunningSimulator;
let token: string;
let nodeCommand: string;

beforeEach(async () => {
  cloud = await startTinyCloud();
  rancher = await startRancher();
  ({ token, nodeCommand } = await orderCluster(rancher));
  const definition = simulator(['--openstack', `${cloud.url}/v3`, '--password', 'secret']);
  Object.assign(definition.delays, { poll: 5, boot: 5, retry: 5, installRetry: 5 });
  runner = await serveSimulator(definition);
});
afterEach(async () => {
  await runner.close();
  await Promise.all([cloud.close(), rancher.close()]);
});

async function machine(name: string): Promise<MachineRow | undefined> {
  const state = machinesState.parse(await (await fetch(`${runner.url}/_sim/state`)).json());
  return state.machines.find((row) => row.name === name);
}
const becomes = (name: string, row: Partial<MachineRow>) =>
  eventually(async () => expect(await machine(name)).toMatchObject(row));
const nodes = async () =>
  (await rancher.registered()).map((node) => [node.requestedHostname, node.address, node.roles]);

const install = (flags: string, { as = token } = {}) =>
  `curl -fsSL --retry 3 ${rancher.url}/system-agent-install.sh | sh -s - --server ${rancher.url} --label 'cattle.io/os=linux' --token ${as} ${flags}`;
const cloudConfig = (config: object) => `#cloud-config\n${JSON.stringify(config)}`;
const SERVER_ROLES = { etcd: true, controlPlane: true, worker: false };

test('a server with a runcmd that starts the installer becomes a node with its name, address and roles', async () => {
  cloud.create('s1', cloudConfig({ runcmd: [install('--etcd --controlplane')] }));
  await becomes('s1', { phase: 'registered', roles: ['etcd', 'controlplane'], reason: '' });
  expect(await nodes()).toEqual([['s1', '10.0.0.5', SERVER_ROLES]]);
});

test('a script that was written, in any encoding, is run with what its environment file says', async () => {
  const script = `#!/bin/sh\nset -eu\n. /etc/join.env\nsudo -E sh /tmp/none.sh || true\n${install('$ROLES', { as: '"$TOKEN"' })}\n`;
  const encoded = gzipSync(script).toString('base64');
  const files = [
    { path: '/opt/join.sh', permissions: '0700', encoding: 'gz+b64', content: encoded },
    {
      path: '/etc/join.env',
      encoding: 'b64',
      content: Buffer.from(`TOKEN=${token}\nROLES="--worker"\n`).toString('base64'),
    },
  ];
  cloud.create('a1', cloudConfig({ write_files: files, runcmd: [['/opt/join.sh']] }));
  await becomes('a1', { phase: 'registered', roles: ['worker'] });
});

test('the installer also reads environment variables', async () => {
  const script = [
    `curl -fsSL -o /tmp/install.sh ${rancher.url}/system-agent-install.sh`,
    `CATTLE_SERVER=${rancher.url} CATTLE_TOKEN=${token} CATTLE_ROLE_WORKER=true sh /tmp/install.sh`,
  ];
  cloud.create('a1', cloudConfig({ runcmd: script }));
  await becomes('a1', { phase: 'registered', roles: ['worker'] });
});

test('a cloud-init with a wrong token never registers', async () => {
  cloud.create('s1', cloudConfig({ runcmd: [install('--etcd', { as: 'wrong' })] }));
  const reason = 'system agent installer: 500 while asking Rancher for the connection';
  await becomes('s1', { phase: 'booting', reason });
  expect(await nodes()).toEqual([]);
});

test('the checksum of the certificate must fit', async () => {
  cloud.create('bad', cloudConfig({ runcmd: [install(`--etcd --ca-checksum ${'0'.repeat(64)}`)] }));
  await becomes('bad', { phase: 'failed', reason: expect.stringContaining('does not match the given --ca-checksum') });
  cloud.create('good', cloudConfig({ runcmd: [`${nodeCommand} --etcd`] }));
  await becomes('good', { phase: 'registered' });
  expect(await nodes()).toHaveLength(1);
});

test('no role, no node (T56)', async () => {
  cloud.create('s1', cloudConfig({ runcmd: [install('')] }));
  await becomes('s1', { phase: 'failed', reason: 'system agent installer: you must select at least one role' });
});

test('a mount on a device that is not attached stops the boot', async () => {
  const config = { mounts: [['/dev/vdb', '/var/lib/etcd']], runcmd: [install('--etcd')] };
  cloud.create('without', cloudConfig(config));
  cloud.create('with', cloudConfig(config), ['/dev/vda', '/dev/vdb']);
  await becomes('without', { phase: 'failed', reason: 'no volume is attached as /dev/vdb' });
  await becomes('with', { phase: 'registered' });
  expect((await nodes()).map(([name]) => name)).toEqual(['with']);
});

test('partitioning and formatting look for their devices too', async () => {
  cloud.create('a', cloudConfig({ disk_setup: { '/dev/sdc': { table_type: 'gpt' } } }));
  cloud.create(
    'b',
    cloudConfig({ fs_setup: [{ device: '/dev/sdb', label: 'data' }], mounts: [['LABEL=data', '/d']] }),
    ['/dev/vda', '/dev/vdb'],
  );
  cloud.create('c', cloudConfig({ mounts: [['LABEL=data', '/d']] }));
  await becomes('a', { phase: 'failed', reason: 'no volume is attached as /dev/sdc' });
  await becomes('b', { phase: 'booted', reason: '' });
  await becomes('c', { phase: 'failed', reason: 'no volume is attached as LABEL=data' });
});

test.each([
  ['text that is not cloud-config', '#!/bin/sh\necho hello', 'user data does not begin with #cloud-config'],
  ['broken YAML', '#cloud-config\nruncmd: [a, {', 'user data is not valid YAML'],
  ['a runcmd that is no list', '#cloud-config\nruncmd: {a: 1}', 'cloud-init cannot read runcmd'],
])('%s makes a machine that does nothing', async (_what, userData, reason) => {
  cloud.create('s1', userData);
  await becomes('s1', { phase: 'failed', reason });
});

test('a refusal is survived by a retry and by nothing else', async () => {
  const refuse = { method: 'GET', path: 'install.sh', nth: 1, kind: 'status', status: 503 };
  await rancher.send('POST', '/_sim/faults', refuse);
  cloud.create('s1', cloudConfig({ runcmd: [install('--etcd')] }));
  await becomes('s1', { phase: 'registered' });
  await rancher.send('POST', '/_sim/faults', refuse);
  const script = `set -e\ncurl -fsS -o /i.sh ${rancher.url}/system-agent-install.sh\nsh /i.sh --server ${rancher.url} --token ${token} -e`;
  cloud.create('s2', cloudConfig({ runcmd: [script] }));
  await becomes('s2', { phase: 'failed', reason: `curl: 503 from ${rancher.url}` });
});

test('a machine phones home with a form, after its commands', async () => {
  const home = `${rancher.url}/webhooks/nodes/x`;
  cloud.create('s1', cloudConfig({ phone_home: { url: home, post: ['instance_id', 'hostname'], tries: 1 } }));
  await becomes('s1', { phase: 'booted', reason: 'phone_home: 404' });
  const requests = await (await fetch(`${rancher.url}/_sim/requests`)).json();
  expect(requests).toContainEqual(expect.objectContaining({ method: 'POST', path: '/webhooks/nodes/x', count: 1 }));
});

test('a server that is deleted stops, whatever it was doing', async () => {
  cloud.create('s1', cloudConfig({ runcmd: [install('--etcd', { as: 'wrong' })] }));
  await becomes('s1', { phase: 'booting', reason: expect.stringContaining('500') });
  cloud.delete('s1');
  await eventually(async () => expect(await machine('s1')).toBeUndefined());
});

test('an expired token is replaced and a server without user data is left alone', async () => {
  cloud.create('bare', null);
  await becomes('bare', { phase: 'booted', reason: '' });
  cloud.expireTokens();
  cloud.create('later', cloudConfig({}));
  await becomes('later', { phase: 'booted' });
});

test('without a cloud or a password it does not start', () => {
  expect(() => simulator([])).toThrow('Name at least one cloud');
  expect(() => simulator(['--openstack', 'http://127.0.0.1:1'])).toThrow('Give the administrator');
});

test('a machine that is shut down leaves its cluster, and comes back as the same node without its user data', async () => {
  const rancherStates = async () => {
    const [nodes, clusters] = await Promise.all([
      rancher.send('GET', '/v3/nodes'),
      rancher.send('GET', '/v3/clusters'),
    ]);
    const row = z.looseObject({ requestedHostname: z.string().nullish(), id: z.string(), state: z.string() });
    const rows = (body: unknown) => z.object({ data: z.array(row) }).parse(body).data;
    const cluster = rows(clusters.body).find(({ id }) => id !== 'local');
    return [
      ...rows(nodes.body)
        .map((node) => `${node.requestedHostname} ${node.state}`)
        .sort(),
      cluster?.state,
    ];
  };
  const shows = (...states: string[]) => eventually(async () => expect(await rancherStates()).toEqual(states));
  cloud.create('s1', cloudConfig({ runcmd: [install('--etcd --controlplane')] }));
  cloud.create('a1', cloudConfig({ runcmd: [install('--worker')] }));
  await shows('a1 active', 's1 active', 'active');
  cloud.become('a1', 'SHUTOFF');
  await shows('a1 unavailable', 's1 active', 'active');
  cloud.become('s1', 'SHUTOFF');
  // No server node runs any more, so nothing reports `s1` as unavailable.
  await shows('a1 unavailable', 's1 active', 'unavailable');
  cloud.become('s1', 'ACTIVE');
  await shows('a1 unavailable', 's1 active', 'active');
  cloud.become('a1', 'ACTIVE');
  await shows('a1 active', 's1 active', 'active');
  expect(await nodes()).toHaveLength(2);
});
