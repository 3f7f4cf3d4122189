import { describe, expect, test } from 'vitest';
import { cloudPerFile } from '#test/simulators/openstack/cloud-per-file';
import { idIn } from '#test/simulators/openstack/cloud-under-test';
import { novaUnderTest, servers } from '../nova-under-test.ts';

const cloud = await cloudPerFile();
const { built, show, wish } = novaUnderTest(cloud);

describe('what hangs on a server', () => {
  test('tags: a new one is 201, a known one 204', async () => {
    const tags = `${servers}/${await built()}/tags`;
    expect([(await cloud.demo.put(`${tags}/a`)).status, (await cloud.demo.put(`${tags}/a`)).status]).toEqual([
      201, 204,
    ]);
    expect((await cloud.demo.get(`${tags}/a`)).status).toBe(204);
    expect((await cloud.demo.delete(`${tags}/a`)).status).toBe(204);
    expect((await cloud.demo.delete(`${tags}/a`)).status).toBe(404);
    expect((await cloud.demo.put(tags, { tags: ['x'.repeat(61)] })).status).toBe(400);
  });

  test('volumes are attached and taken off, and cannot be deleted meanwhile', async () => {
    const attachments = `${servers}/${await built()}/os-volume_attachments`;
    const volumeId = idIn(await cloud.demo.post('/volume/v3/volumes', { volume: { size: 5 } }));
    cloud.advance(500);
    const attach = () => cloud.demo.post(attachments, { volumeAttachment: { volumeId } });
    expect((await attach()).status).toBe(200);
    expect((await attach()).status).toBe(400);
    expect((await cloud.demo.delete(`/volume/v3/volumes/${volumeId}`)).status).toBe(400);
    expect((await cloud.demo.delete(`${attachments}/${volumeId}`)).status).toBe(202);
    expect((await cloud.demo.delete(`/volume/v3/volumes/${volumeId}`)).status).toBe(202);
  });

  test('a server group drops deleted members', async () => {
    const made = await cloud.demo.post('/compute/v2.1/os-server-groups', {
      server_group: { name: 'g', policy: 'anti-affinity' },
    });
    expect(made).toMatchObject({
      status: 200,
      body: { server_group: { policy: 'anti-affinity', rules: {}, members: [] } },
    });
    const group = `/compute/v2.1/os-server-groups/${idIn(made)}`;
    const id = idIn(await cloud.demo.post(servers, { ...wish(), 'os:scheduler_hints': { group: idIn(made) } }));
    expect((await cloud.demo.get(group)).body).toMatchObject({ server_group: { members: [id] } });
    await cloud.demo.delete(`${servers}/${id}`);
    cloud.advance(1_000);
    expect((await cloud.demo.get(group)).body).toMatchObject({ server_group: { members: [] } });
    expect((await cloud.demo.delete(group)).status).toBe(204);
  });

  test('a keypair belongs to its user, by name once', async () => {
    const keypair = { name: 'k', public_key: `ssh-ed25519 ${'A'.repeat(68)} me`, type: 'ssh' };
    const made = await cloud.demo.post('/compute/v2.1/os-keypairs', { keypair });
    expect(made).toMatchObject({
      status: 201,
      body: { keypair: { fingerprint: expect.stringMatching(/^(..:){15}..$/) } },
    });
    expect((await cloud.demo.post('/compute/v2.1/os-keypairs', { keypair })).status).toBe(409);
    expect((await cloud.other.get('/compute/v2.1/os-keypairs/k')).status).toBe(404);
    expect(await show(await built({ key_name: 'k' }))).toMatchObject({ key_name: 'k' });
    expect((await cloud.demo.delete('/compute/v2.1/os-keypairs/k')).status).toBe(204);
  });

  test('limits count what there is', async () => {
    await built();
    const { body } = await cloud.demo.get('/compute/v2.1/limits');
    expect(Object(body).limits.absolute).toMatchObject({
      maxTotalCores: 4096,
      totalInstancesUsed: 1,
      totalCoresUsed: 2,
      totalRAMUsed: 4096,
    });
  });
});
