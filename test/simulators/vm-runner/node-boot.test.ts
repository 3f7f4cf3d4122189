import { afterEach, beforeEach, expect, test } from 'vitest';
import type { NodeRole } from '#shared/domain/planning/order-attributes';
import { renderCloudInit } from '#shared/drivers/rancher-custom/cloud-init';
import { type RunningSimulator, serveSimulator } from '../_kit/serve-simulator.ts';
import { type CloudUnderTest, idIn, startCloud } from '../openstack/cloud-under-test.ts';
import { eventually, orderCluster, startRancher, type TestRancher } from '../rancher/_core/rancher-client.ts';
import { simulator } from '../vm-runner.ts';

let cloud: CloudUnderTest;
let rancher: TestRancher;
let runner: RunningSimulator;
let registrationToken: string;
let nodeCommand: string;

beforeEach(async () => {
  [cloud, rancher] = await Promise.all([startCloud(), startRancher()]);
  ({ token: registrationToken, nodeCommand } = await orderCluster(rancher));
  const definition = simulator(['--openstack', `${cloud.url}/identity/v3`, '--password', 'admin']);
  Object.assign(definition.delays, { poll: 10, boot: 5, retry: 1, installRetry: 5 });
  runner = await serveSimulator(definition);
});
afterEach(async () => {
  await runner.close();
  await Promise.all([cloud.close(), rancher.close()]);
});

const volume = { destination_type: 'volume', volume_size: 64, delete_on_termination: true };

/** Creates a node's server with the user data that Paddock renders for it. The server gets `disks` data volumes. */
async function bootNode({
  disks,
  caChecksum,
  role = 'server',
}: {
  disks: number;
  caChecksum: string;
  role?: NodeRole;
}): Promise<string> {
  const name = `blue-${role}-1`;
  const userData = renderCloudInit({
    spec: {
      name,
      role,
      dataVolumes: [{ sizeMb: 10_240, mountPoint: '/opt/rke2_storage', filesystem: 'ext4' }],
    },
    diskDriver: 'sd',
    rancherUrl: rancher.url,
    credential: { from: 'user-data', registrationToken },
    caChecksum,
    phoneHomeUrl: `${rancher.url}/webhooks/nodes/n1`,
    phoneHomeToken: 'once',
  });
  const blank = { ...volume, boot_index: -1, source_type: 'blank' };
  const id = idIn(
    await cloud.demo.post('/compute/v2.1/servers', {
      server: {
        name,
        flavorRef: '2',
        networks: [{ uuid: cloud.projects.demo.network_id }],
        user_data: Buffer.from(userData).toString('base64'),
        block_device_mapping_v2: [
          { ...volume, boot_index: 0, source_type: 'image', uuid: cloud.images['ubuntu-24.04'] },
          ...Array.from({ length: disks }, () => blank),
        ],
      },
    }),
  );
  cloud.advance(3_000);
  return id;
}
const machineBecomes = (row: object) =>
  eventually(async () => {
    const state = await (await fetch(`${runner.url}/_sim/state`)).json();
    expect(state).toMatchObject({ machines: [row] });
  });

test.each([
  ['server', ['etcd', 'controlplane'], { etcd: true, controlPlane: true, worker: false }],
  ['agent', ['worker'], { etcd: false, controlPlane: false, worker: true }],
] as const)(
  'the machine of a %s, booted with our own user data, joins the cluster with its roles and phones home (S0-190)',
  async (role, roles, inRancher) => {
    const caChecksum = /--ca-checksum (\w+)/.exec(nodeCommand)?.[1] ?? '';
    const id = await bootNode({ disks: 1, caChecksum, role });
    await machineBecomes({ id, phase: 'registered', roles });
    expect(await rancher.registered()).toMatchObject([
      { requestedHostname: `blue-${role}-1`, address: expect.stringMatching(/^10\./), roles: inRancher },
    ]);
    await eventually(async () =>
      expect(await (await fetch(`${rancher.url}/_sim/requests`)).json()).toContainEqual(
        expect.objectContaining({ method: 'POST', path: '/webhooks/nodes/n1' }),
      ),
    );
  },
);

test('a node without its data volume stays out', async () => {
  await bootNode({ disks: 0, caChecksum: '' });
  await machineBecomes({ phase: 'failed', reason: 'no volume is attached as /dev/sdb' });
  expect(await rancher.registered()).toEqual([]);
});

test('a node that gets another checksum trusts nothing', async () => {
  await bootNode({ disks: 1, caChecksum: '0'.repeat(64) });
  await machineBecomes({ phase: 'failed', reason: expect.stringContaining('did NOT match') });
  expect(await rancher.registered()).toEqual([]);
});
