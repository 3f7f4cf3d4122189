import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type CloudUnderTest, idIn, namesIn, rowsIn, startCloud } from '../cloud-under-test.ts';

let cloud: CloudUnderTest;
beforeAll(async () => {
  cloud = await startCloud();
});
afterAll(() => cloud.close());
beforeEach(() => cloud.renew());

const servers = '/compute/v2.1/servers';
const boot = {
  boot_index: 0,
  source_type: 'image',
  destination_type: 'volume',
  volume_size: 64,
  delete_on_termination: true,
};
const disk = (more: object = {}) => ({ ...boot, uuid: cloud.images['ubuntu-24.04'], ...more });
const data = { boot_index: -1, source_type: 'blank', destination_type: 'volume', volume_size: 10, volume_type: 'ssd' };
const wish = (more: object = {}) => ({
  server: {
    name: 'n1',
    flavorRef: '2',
    networks: [{ uuid: cloud.projects.demo.network_id }],
    block_device_mapping_v2: [disk()],
    ...more,
  },
});
const create = (more: object = {}) => cloud.demo.post(servers, wish(more));
const show = async (id: string, who = cloud.demo) => Object((await who.get(`${servers}/${id}`)).body).server;
const makePort = async () => {
  const port = { network_id: cloud.projects.demo.network_id };
  return idIn(await cloud.demo.post('/network/v2.0/ports', { port }));
};
const built = async (more: object = {}) => {
  const id = idIn(await create(more));
  cloud.advance(3_000);
  return id;
};
const at = (microversion: string) => ({ 'openstack-api-version': `compute ${microversion}` });

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
    const id = await built({ block_device_mapping_v2: [disk(), { ...data, delete_on_termination: true }] });
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
    const id = await built({ networks: [{ port }], block_device_mapping_v2: [disk({ delete_on_termination: false })] });
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

describe('what Nova refuses', () => {
  test.each<[string, () => object, string]>([
    ['no boot disk', () => ({ block_device_mapping_v2: [data] }), 'Boot sequence'],
    ['two boot disks', () => ({ block_device_mapping_v2: [disk(), disk()] }), 'Boot sequence'],
    ['a disk of no size', () => ({ block_device_mapping_v2: [disk({ volume_size: undefined })] }), 'non-zero size'],
    ['a disk of size 0', () => ({ block_device_mapping_v2: [disk({ volume_size: 0 })] }), 'volume_size'],
    ['a disk below the image', () => ({ block_device_mapping_v2: [disk({ volume_size: 1 })] }), 'minimum size'],
    [
      'an unknown volume type',
      () => ({ block_device_mapping_v2: [disk({ volume_type: 'nope' })] }),
      'Volume type nope could not be found.',
    ],
    ['an unknown image', () => ({ block_device_mapping_v2: [disk({ uuid: 'nope' })] }), 'failed to get image nope.'],
    ['an unknown flavor', () => ({ flavorRef: 'zz' }), 'Flavor zz could not be found.'],
    ['an unknown network', () => ({ networks: [{ uuid: 'nope' }] }), 'Network nope could not be found.'],
    [
      "another project's network",
      () => ({ networks: [{ uuid: cloud.projects.other.network_id }] }),
      'could not be found.',
    ],
    ['an unknown port', () => ({ networks: [{ port: 'nope' }] }), 'Port nope could not be found.'],
    [
      'an unknown group',
      () => ({ security_groups: [{ name: 'x' }] }),
      "Unable to find security_group with name or id 'x'.",
    ],
    ['an unknown keypair', () => ({ key_name: 'x' }), 'Invalid key_name provided.'],
    ['no networks', () => ({ networks: undefined }), 'networks'],
    ['an unknown key', () => ({ bogus: 1 }), "Additional properties are not allowed ('bogus' was unexpected)"],
    ['a tag with a comma', () => ({ tags: ['a,b'] }), 'tag'],
    [
      'a taken address',
      () => ({ networks: [{ uuid: cloud.projects.demo.network_id, fixed_ip: '10.20.0.1' }] }),
      'already in use',
    ],
    ['user data with wrong padding', () => ({ user_data: 'abc' }), 'base 64'],
    ['user data of more than 65535', () => ({ user_data: 'a'.repeat(65_536) }), 'user_data'],
  ])('%s is a 400', async (_what, more, message) => {
    const before = await cloud.state();
    const answer = await create(more());
    expect(answer).toMatchObject({
      status: 400,
      body: { badRequest: { code: 400, message: expect.stringContaining(message) } },
    });
    expect(await cloud.state()).toEqual(before);
  });

  test('a port in use is a 409', async () => {
    const port = await makePort();
    await built({ networks: [{ port }] });
    expect(await create({ networks: [{ port }] })).toMatchObject({
      status: 409,
      body: { conflictingRequest: { message: `Port ${port} is still in use.` } },
    });
  });

  test.each([
    ['instances', { instances: 1 }, 'Quota exceeded for instances: Requested 1, but already used 1 of 1 instances'],
    ['cores', { cores: 3 }, 'Quota exceeded for cores: Requested 2, but already used 2 of 3 cores'],
    ['ram', { ram: 5000 }, 'Quota exceeded for ram: Requested 4096, but already used 4096 of 5000 ram'],
  ])('more %s than the quota is a 403', async (_what, quota_set, message) => {
    await built();
    expect((await cloud.admin.put(`/compute/v2.1/os-quota-sets/${cloud.projects.demo.id}`, { quota_set })).status).toBe(
      200,
    );
    expect(await create()).toMatchObject({ status: 403, body: { forbidden: { code: 403, message } } });
  });

  test('a quota below what is used, an unknown key and an unknown project are 400', async () => {
    await built();
    const quota = (id: string) => `/compute/v2.1/os-quota-sets/${id}`;
    const { id } = cloud.projects.demo;
    const below = await cloud.admin.put(quota(id), { quota_set: { instances: 0 } });
    expect(Object(below.body).badRequest.message).toBe(
      'Quota limit 0 for instances must be greater than or equal to already used and reserved 1.',
    );
    expect((await cloud.admin.put(quota(id), { quota_set: { bogus: 1 } })).status).toBe(400);
    expect((await cloud.admin.get(quota('nowhere'))).status).toBe(400);
    expect((await cloud.demo.put(quota(id), { quota_set: { instances: 9 } })).status).toBe(403);
  });
});

describe('what is accepted and then fails', () => {
  test('volumes over the quota end in ERROR with a fault, and deleting leaves nothing', async () => {
    const quota_set = { volumes: 1 };
    await cloud.admin.put(`/volume/v3/os-quota-sets/${cloud.projects.demo.id}`, { quota_set });
    const before = await cloud.state();
    const id = await built({ block_device_mapping_v2: [disk(), { ...data, delete_on_termination: true }] });
    const message = `Build of instance ${id} aborted: VolumeLimitExceeded: Maximum number of volumes allowed (1) exceeded for quota 'volumes'.`;
    expect(await show(id)).toMatchObject({ status: 'ERROR', fault: { code: 500, message } });
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

describe('lists', () => {
  const tagged = async (name: string, tags: string[]) => built({ name, tags });

  test.each([
    ['name=^n[12]$', ['n1', 'n2']],
    ['name=2', ['n2']],
    ['status=active', ['n1', 'n2', 'x']],
    ['status=ERROR', []],
    ['tags=a,b', ['n1']],
    ['tags-any=a,b', ['n1', 'n2']],
    ['not-tags=a,b', ['n2', 'x']],
    ['not-tags-any=a,b', ['x']],
  ])('filtered by %s', async (query, names) => {
    await tagged('n1', ['a', 'b']);
    await tagged('n2', ['a']);
    await tagged('x', []);
    expect(namesIn(await cloud.demo.get(`${servers}/detail?${query}`)).sort()).toEqual(names);
  });

  test('come in pages, with a link only when there is more', async () => {
    for (const name of ['n1', 'n2', 'n3']) await built({ name });
    const first = await cloud.demo.get(`${servers}?limit=2`);
    const { servers_links: links } = Object(first.body);
    const second = await cloud.demo.get(String(links[0].href).slice(cloud.url.length));
    expect([...namesIn(first), ...namesIn(second)]).toEqual(['n3', 'n2', 'n1']);
    expect(second.body).not.toHaveProperty('servers_links');
    expect((await cloud.demo.get(`${servers}?marker=none`)).status).toBe(400);
  });

  test('show an admin his own project, and everything only when he asks; a member may not ask', async () => {
    await built();
    expect(rowsIn(await cloud.admin.get(servers))).toEqual([]);
    expect(namesIn(await cloud.admin.get(`${servers}?all_tenants=1`))).toEqual(['n1']);
    expect(namesIn(await cloud.admin.get(`${servers}?all_tenants=1&project_id=${cloud.projects.other.id}`))).toEqual(
      [],
    );
    const message = "Policy doesn't allow os_compute_api:servers:index:get_all_tenants to be performed.";
    expect(await cloud.demo.get(`${servers}?all_tenants=1`)).toMatchObject({
      status: 403,
      body: { forbidden: { message } },
    });
    expect(rowsIn(await cloud.other.get(servers))).toEqual([]);
  });
});

describe('microversions', () => {
  test('are echoed; a too new one is 406, a malformed one 400', async () => {
    const answer = await cloud.demo.get(servers);
    expect(answer.headers.get('openstack-api-version')).toBe('compute 2.90');
    expect(answer.headers.get('x-compute-request-id')).toMatch(/^req-/);
    const message = 'Version 2.999 is not supported by the API. Minimum is 2.1 and maximum is 2.104.';
    expect(await cloud.demo.get(servers, at('2.999'))).toMatchObject({
      status: 406,
      body: { computeFault: { message } },
    });
    expect((await cloud.demo.get(servers, at('two'))).status).toBe(400);
  });

  test.each([
    ['tags at creation', '2.51', { tags: ['a'] }],
    ['a volume type', '2.66', { block_device_mapping_v2: [{ ...data, boot_index: 0 }] }],
  ])('before its time, %s is an unknown key', async (_what, version, more) => {
    const answer = await cloud.demo.post(servers, wish(more), at(version));
    expect(answer).toMatchObject({
      status: 400,
      body: { badRequest: { message: expect.stringContaining('Additional properties') } },
    });
  });

  test('before 2.26 there are no tags, before 2.47 a flavor is an id', async () => {
    const id = await built();
    expect((await cloud.demo.get(`${servers}/${id}/tags`, at('2.25'))).status).toBe(404);
    const old = await cloud.demo.get(`${servers}/${id}`, at('2.1'));
    expect(Object(old.body).server).toMatchObject({
      flavor: { id: '2' },
      'os-extended-volumes:volumes_attached': [{ id: expect.any(String) }],
    });
    expect(old.body).not.toHaveProperty('server.tags');
  });
});

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
