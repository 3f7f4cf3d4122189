import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { eventually } from '../_core/rancher-client.ts';
import { pool, startOpenstack, startPools, type TestOpenstack, type TestPools } from './pools-under-test.ts';

const INFRA = 'rke-machine.cattle.io.openstackmachine';

let cloud: TestOpenstack;
let rancher: TestPools;
beforeAll(async () => {
  cloud = await startOpenstack();
});
afterAll(() => cloud.close());
beforeEach(async () => {
  rancher = await startPools(cloud);
  await rancher.credential();
});
afterEach(async () => {
  await rancher.close();
  await cloud.reset();
});

async function emptied(): Promise<void> {
  await rancher.remove();
  await eventually(async () => {
    expect((await rancher.send('GET', '/_sim/state')).body).toMatchObject({ machines: [], provisioningClusters: [] });
    expect((await cloud.shown()).servers).toEqual([]);
  });
}

test('a server has the flavor, image, network, groups, key pair and boot volume of its configuration (T42, T52, S2-022)', async () => {
  await rancher.makeConfig('nc-all', { tags: 'x' });
  await rancher.order([pool('all', 'ecw')]);
  const [machine] = await rancher.running(1);
  const { servers, volumes } = await cloud.shown();
  const name = machine?.metadata.name ?? '';
  expect(servers).toMatchObject([
    { name, flavor: 'm1.medium', key_name: expect.stringMatching(`^${name}-[0-9a-f]{64}$`) },
  ]);
  expect(volumes).toMatchObject([{ size: 20 }]);
  expect(await rancher.list(INFRA)).toMatchObject([
    {
      metadata: { name, ownerReferences: [{ kind: 'Machine', name }], state: { message: 'Resource is Ready' } },
      spec: { flavorId: '2', common: { cloudCredentialSecretName: 'cloud' } },
      status: { jobName: `${name}-machine-provision` },
    },
  ]);
  const dataSecretName = `${name}-machine-bootstrap`;
  expect(await rancher.list('rke.cattle.io.rkebootstrap')).toMatchObject([{ status: { dataSecretName } }]);
  const types = z.object({ secrets: z.array(z.object({ id: z.string(), type: z.string() })) });
  const { secrets } = types.parse((await rancher.send('GET', '/_sim/state')).body);
  expect(secrets).toContainEqual({ id: `fleet-default/${dataSecretName}`, type: 'rke.cattle.io/bootstrap' });
  await emptied();
  expect((await cloud.shown()).volumes).toEqual([]);
});

test('names of flavor, image and network are looked up (T42)', async () => {
  const names = { flavorName: 'm1.small', imageName: 'ubuntu-24.04', netName: 'private' };
  await rancher.makeConfig('nc-all', { ...names, flavorId: '', imageId: '', netId: '' });
  await rancher.order([pool('all', 'ecw')]);
  await rancher.running(1);
  expect((await cloud.shown()).servers).toMatchObject([{ flavor: 'm1.small' }]);
  await emptied();
});

test('a size without a boot volume is a second disk, which stays when the server goes (T42)', async () => {
  await rancher.makeConfig('nc-all', { bootFromVolume: false });
  await rancher.order([pool('all', 'ecw')]);
  await rancher.running(1);
  const volume = { name: 'rancher-machine-volume', size: 20 };
  expect((await cloud.shown()).volumes).toMatchObject([{ ...volume, status: 'in-use' }]);
  await emptied();
  expect((await cloud.shown()).volumes).toMatchObject([{ ...volume, status: 'available' }]);
});

test('a server that cannot be made takes its machine with it, and another machine is tried; its key pair stays (T53)', async () => {
  const before = (await cloud.shown()).keypairs.length;
  await cloud.fault({ method: 'POST', path: '/os-volumes_boot$', kind: 'status', status: 403 });
  await rancher.makeConfig('nc-all');
  await rancher.order([pool('all', 'ecw')]);
  await eventually(async () => {
    const [infra] = await rancher.list(INFRA);
    expect(infra?.status).toMatchObject({ failureReason: 'CreateError' });
    expect(infra?.metadata.state).toMatchObject({ name: 'error', error: true });
    expect(infra?.metadata.state.message).toMatch(
      /^failed creating server \[fleet-default\/blue-all-.*CreateError: .*Request forbidden/s,
    );
  });
  await cloud.clearFaults();
  await rancher.running(1);
  await emptied();
  expect((await cloud.shown()).keypairs.length).toBeGreaterThan(before);
});

test('a machine that failed stays as long as the setting says (T53)', async () => {
  await rancher.send('PUT', '/v3/settings/delete-machine-on-failure-after', { value: '24h' });
  await rancher.makeConfig('nc-all', { applicationCredentialSecret: 'wrong' });
  await rancher.order([pool('all', 'ecw')]);
  await eventually(async () => {
    const [machine] = await rancher.machines();
    const type = 'InfrastructureReady';
    expect(machine?.status.conditions).toContainEqual(expect.objectContaining({ type, reason: 'CreateError' }));
    expect((await rancher.send('GET', '/_sim/pending')).body).toEqual({ count: 1 });
  });
  expect((await rancher.machines())[0]?.metadata.state.name).not.toBe('deleting');
  await emptied();
});

test('a wrong credential is what every machine fails with (T53)', async () => {
  await rancher.makeConfig('nc-all', { applicationCredentialSecret: 'wrong' });
  await rancher.order([pool('all', 'ecw')]);
  await eventually(async () => {
    const [infra] = await rancher.list(INFRA);
    expect(infra?.metadata.state.message).toMatch(/Authentication failed$/);
  });
  await emptied();
});

test('a secret beside Rancher’s own credentials is one, too, and groups may be named by their ids (S2-003)', async () => {
  const {
    application_credential_id: id,
    application_credential_secret: secret,
    security_group_id,
  } = cloud.projects.demo;
  const stringData = {
    'openstackcredentialConfig-applicationCredentialId': id,
    'openstackcredentialConfig-applicationCredentialSecret': secret,
  };
  const metadata = { name: 'cc-blue', namespace: 'cattle-global-data' };
  expect((await rancher.send('POST', '/v1/secrets', { metadata, stringData, _type: 'Opaque' })).status).toBe(201);
  await rancher.makeConfig('nc-all', { secGroups: security_group_id, region: 'RegionOne' });
  await rancher.order([pool('all', 'ecw')], { cloudCredentialSecretName: 'cattle-global-data:cc-blue' });
  await rancher.running(1);
  expect((await rancher.send('GET', '/v3/cloudcredentials')).rows()).toMatchObject([
    { id: 'cattle-global-data:cc-blue' },
  ]);
  await emptied();
});

test('a password comes before an application credential, and needs a user (S2-003)', async () => {
  const data = { 'openstackcredentialConfig-password': Buffer.from('demo').toString('base64') };
  const metadata = { name: 'by-password', namespace: 'fleet-default' };
  await rancher.send('POST', '/v1/secrets', { metadata, data, _type: 'Opaque' });
  const user = { username: 'demo', userDomainName: 'Default', tenantName: 'demo', tenantDomainName: 'Default' };
  await rancher.makeConfig('nc-all', user);
  await rancher.order([pool('all', 'ecw')], { cloudCredentialSecretName: 'by-password' });
  await rancher.running(1);
  await emptied();
});

test('a server that cannot be deleted holds its machine until somebody forces it (T30)', async () => {
  await rancher.makeConfig('nc-all');
  await rancher.order([pool('all', 'ecw')]);
  await rancher.running(1);
  await cloud.fault({ method: 'DELETE', path: '/servers/', kind: 'status', status: 409 });
  await rancher.remove();
  const path = `/v1/${INFRA}s/${(await rancher.list(INFRA))[0]?.id}`;
  await eventually(async () => {
    const [machine] = await rancher.machines();
    expect(machine?.metadata.state).toMatchObject({
      name: 'deleting',
      message: expect.stringMatching(/^failed deleting server/),
    });
    const type = 'InfrastructureReady';
    expect(machine?.status.conditions).toContainEqual(expect.objectContaining({ type, reason: 'DeleteError' }));
  });
  const { metadata } = await rancher.cluster();
  expect(metadata.state.message).toBe('waiting for cluster-api cluster [blue] to delete');
  await rancher.patch(path, { metadata: { annotations: { seen: 'yes' } } });
  await eventually(async () => expect((await rancher.send('GET', '/_sim/pending')).body).toEqual({ count: 0 }));
  expect(await rancher.machines()).toHaveLength(1);
  await rancher.patch(path, { metadata: { annotations: { 'provisioning.cattle.io/force-machine-remove': 'true' } } });
  await eventually(async () =>
    expect((await rancher.send('GET', '/_sim/state')).body).toMatchObject({ machines: [], provisioningClusters: [] }),
  );
  expect((await cloud.shown()).servers).toHaveLength(1);
});

test.each([
  [true, 'draining'],
  [false, undefined],
])(
  'a pool with drainBeforeDelete %s has its nodes cordoned before they go: %s (T26)',
  async (drainBeforeDelete, seen) => {
    await rancher.setDelays({ machineDelete: 20_000 });
    await rancher.makeConfig('nc-all');
    await rancher.makeConfig('nc-work');
    await rancher.order([pool('all', 'ecw'), pool('work', 'w', { drainBeforeDelete })]);
    const machines = await rancher.running(2);
    const worker = machines.find(({ metadata }) => metadata.name.startsWith('blue-work'));
    await rancher.send('DELETE', `/v1/cluster.x-k8s.io.machines/${worker?.id}`);
    const states = new Set<string | undefined>();
    await eventually(async () => {
      const node = (await rancher.send('GET', '/v3/nodes'))
        .rows()
        .find((one) => one.requestedHostname === worker?.metadata.name);
      states.add(node?.state);
      expect(node).toBeUndefined();
    });
    expect(states.has('cordoned')).toBe(seen !== undefined);
    await emptied();
  },
);
