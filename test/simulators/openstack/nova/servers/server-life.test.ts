import { describe, expect, test } from 'vitest';
import { cloudPerFile } from '#test/simulators/openstack/cloud-per-file';
import { idIn, rowsIn } from '#test/simulators/openstack/cloud-under-test';
import { dataDisk, novaUnderTest, servers } from '../nova-under-test.ts';

const cloud = await cloudPerFile();
const { bootDisk, built, create, makePort, show } = novaUnderTest(cloud);

describe('the life of a server', () => {
  test('it is accepted without a status, builds without addresses or groups, and becomes active', async () => {
    const accepted = await create({ tags: ['b', 'a'], metadata: { k: 'v' } });
    expect(accepted.status).toBe(202);
    expect(Object.keys(Object(accepted.body).server).sort()).toEqual([
      'OS-DCF:diskConfig',
      'adminPass',
      'id',
      'links',
      'security_groups',
    ]);
    const id = idIn(accepted);
    const building = await show(id);
    expect(building).toMatchObject({
      status: 'BUILD',
      addresses: {},
      hostId: '',
      tags: ['a', 'b'],
      metadata: { k: 'v' },
      'OS-EXT-STS:task_state': 'scheduling',
    });
    expect(building).not.toHaveProperty('security_groups');
    cloud.advance(2_999);
    expect(await show(id)).toMatchObject({ status: 'BUILD', 'OS-EXT-STS:task_state': 'spawning' });
    cloud.advance(1);
    expect(await show(id)).toMatchObject({
      ...{ status: 'ACTIVE', image: '', security_groups: [{ name: 'default' }], 'OS-EXT-STS:task_state': null },
      addresses: { private: [{ version: 4, addr: expect.stringMatching(/^10\.20\./), 'OS-EXT-IPS:type': 'fixed' }] },
      flavor: { vcpus: 2, ram: 4096, original_name: 'm1.medium' },
      'os-extended-volumes:volumes_attached': [{ delete_on_termination: true }],
    });
  });

  test('deleted, it shows ACTIVE and deleting for a while, then nothing of it is left', async () => {
    const before = await cloud.state();
    const id = await built({ block_device_mapping_v2: [bootDisk(), { ...dataDisk, delete_on_termination: true }] });
    expect(Object(await cloud.state())).toMatchObject({ volumes: [{ status: 'in-use' }, { status: 'in-use' }] });
    expect((await cloud.demo.delete(`${servers}/${id}`)).status).toBe(204);
    expect(await show(id)).toMatchObject({ status: 'ACTIVE', 'OS-EXT-STS:task_state': 'deleting' });
    expect((await cloud.demo.delete(`${servers}/${id}`)).status).toBe(204);
    cloud.advance(1_000);
    expect((await cloud.demo.get(`${servers}/${id}`)).status).toBe(404);
    expect((await cloud.demo.delete(`${servers}/${id}`)).status).toBe(404);
    expect(await cloud.state()).toEqual(before);
  });

  test('deleted while it builds, it leaves nothing either', async () => {
    const before = await cloud.state();
    const id = idIn(await create());
    cloud.advance(1_500);
    await cloud.demo.delete(`${servers}/${id}`);
    cloud.advance(10_000);
    expect(await cloud.state()).toEqual(before);
  });

  test('the port and the volumes the caller keeps stay, free, with their floating IP', async () => {
    const port = await makePort();
    const floatingip = { floating_network_id: cloud.external_network_id, port_id: port };
    const floating = idIn(await cloud.demo.post('/network/v2.0/floatingips', { floatingip }));
    const id = await built({
      networks: [{ port }],
      block_device_mapping_v2: [bootDisk({ delete_on_termination: false })],
    });
    expect((await cloud.demo.get(`/network/v2.0/ports?device_id=${id}`)).body).toMatchObject({
      ports: [{ id: port, status: 'ACTIVE', device_owner: 'compute:nova' }],
    });
    await cloud.demo.delete(`${servers}/${id}`);
    cloud.advance(1_000);
    expect((await cloud.demo.get(`/network/v2.0/ports/${port}`)).body).toMatchObject({
      port: { device_id: '', device_owner: '', status: 'DOWN' },
    });
    expect((await cloud.demo.get(`/network/v2.0/floatingips/${floating}`)).body).toMatchObject({
      floatingip: { port_id: port },
    });
    expect(rowsIn(await cloud.demo.get('/volume/v3/volumes/detail'))).toMatchObject([
      { status: 'available', name: '', bootable: 'true' },
    ]);
  });

  test('a volume of which somebody has made a snapshot stays, although it is to go, until the snapshot is gone', async () => {
    const id = await built();
    const [volume] = rowsIn(await cloud.demo.get('/volume/v3/volumes/detail'));
    const path = `/volume/v3/volumes/${Object(volume).id}`;
    const snapshot = { volume_id: Object(volume).id };
    const snapshots = '/volume/v3/snapshots';
    expect((await cloud.demo.post(snapshots, { snapshot })).status).toBe(400);
    const made = await cloud.demo.post(snapshots, { snapshot: { ...snapshot, force: true } });
    expect(made).toMatchObject({ status: 202, body: { snapshot } });
    await cloud.demo.delete(`${servers}/${id}`);
    cloud.advance(1_000);
    expect((await cloud.demo.get(path)).body).toMatchObject({ volume: { status: 'available', attachments: [] } });
    expect((await cloud.demo.delete(path)).status).toBe(400);
    const { id: snapshotId } = Object(Object(made.body).snapshot);
    expect((await cloud.other.get(`${snapshots}/${snapshotId}`)).status).toBe(404);
    expect((await cloud.demo.delete(`${snapshots}/${snapshotId}`)).status).toBe(202);
    expect((await cloud.demo.delete(path)).status).toBe(202);
  });

  test('the user data is shown to an admin only', async () => {
    const user_data = Buffer.from('#cloud-config\n').toString('base64');
    const id = await built({ user_data });
    expect(await show(id, cloud.admin)).toMatchObject({ 'OS-EXT-SRV-ATTR:user_data': user_data });
    expect(await show(id)).not.toHaveProperty('OS-EXT-SRV-ATTR:user_data');
    expect(await show(id)).toHaveProperty('OS-EXT-SRV-ATTR:hostname', 'n1');
  });

  test('an active server cannot be started', async () => {
    const id = await built();
    const answer = await cloud.demo.post(`${servers}/${id}/action`, { 'os-start': null });
    const message = `Cannot 'start' instance ${id} while it is in vm_state active`;
    expect(answer).toMatchObject({ status: 409, body: { conflictingRequest: { code: 409, message } } });
  });
});

describe('what is accepted and then fails', () => {
  test('volumes over the quota end in ERROR with a fault, and deleting leaves nothing', async () => {
    const quota_set = { volumes: 1 };
    await cloud.admin.put(`/volume/v3/os-quota-sets/${cloud.projects.demo.id}`, { quota_set });
    const before = await cloud.state();
    const id = await built({ block_device_mapping_v2: [bootDisk(), { ...dataDisk, delete_on_termination: true }] });
    const message = `Build of instance ${id} aborted: VolumeLimitExceeded: Maximum number of volumes allowed (1) exceeded for quota 'volumes'.`;
    expect(await show(id)).toMatchObject({ status: 'ERROR', fault: { code: 500, message } });
    await cloud.demo.delete(`${servers}/${id}`);
    cloud.advance(1_000);
    expect(await cloud.state()).toEqual(before);
  });

  test('a build that is planned to fail does so with the fault that was given, as often as was said', async () => {
    const message = 'No valid host was found. ';
    const planned = await cloud.demo.post('/_sim/build-faults', { name: '^n1$', message, times: 1 });
    expect(planned.status).toBe(201);
    expect(await show(await built())).toMatchObject({ status: 'ERROR', addresses: {}, fault: { code: 500, message } });
    expect(await show(await built())).toMatchObject({ status: 'ACTIVE' });
  });

  test('one that fails on its host holds its port and volumes until it is deleted', async () => {
    const before = await cloud.state();
    await cloud.demo.post('/_sim/build-faults', { message: 'libvirt is gone', code: 500, during: 'spawning' });
    const id = await built({ block_device_mapping_v2: [bootDisk(), { ...dataDisk, delete_on_termination: true }] });
    expect(await show(id)).toMatchObject({ status: 'ERROR', fault: { message: 'libvirt is gone' } });
    expect(Object(await cloud.state())).toMatchObject({ volumes: [{ status: 'in-use' }, { status: 'in-use' }] });
    await cloud.demo.delete(`${servers}/${id}`);
    cloud.advance(1_000);
    expect(await cloud.state()).toEqual(before);
  });

  test('an address outside the subnet ends in ERROR', async () => {
    const id = await built({ networks: [{ uuid: cloud.projects.demo.network_id, fixed_ip: '192.168.7.7' }] });
    expect(await show(id)).toMatchObject({ status: 'ERROR', addresses: {} });
  });

  test('no networks at all, and user data that is only loosely base64, are fine', async () => {
    expect(await show(await built({ networks: [], user_data: '%%%' }))).toMatchObject({
      status: 'ACTIVE',
      addresses: {},
    });
  });
});
