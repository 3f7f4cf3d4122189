import { describe, expect, test } from 'vitest';
import { cloudPerFile } from './cloud-per-file.ts';
import { idIn, namesIn, rowsIn, startCloud } from './cloud-under-test.ts';

const cloud = await cloudPerFile();

describe('volumes', () => {
  const volumes = '/volume/v3/volumes';
  const create = (more: object = {}) => cloud.demo.post(volumes, { volume: { size: 5, ...more } });

  test('are made and deleted in the background', async () => {
    const before = await cloud.state();
    const made = await create({ volume_type: 'ssd', name: 'v', imageRef: cloud.images['debian-13'] });
    expect(made).toMatchObject({
      status: 202,
      body: { volume: { status: 'creating', volume_type: 'ssd', volume_image_metadata: { image_name: 'debian-13' } } },
    });
    cloud.advance(500);
    expect((await cloud.demo.get(`${volumes}/${idIn(made)}`)).body).toMatchObject({ volume: { status: 'available' } });
    expect((await cloud.demo.delete(`${volumes}/${idIn(made)}`)).status).toBe(202);
    cloud.advance(500);
    expect((await cloud.demo.get(`${volumes}/${idIn(made)}`)).status).toBe(404);
    expect(await cloud.state()).toEqual(before);
  });

  test('of an unknown type are 404, of no size 400', async () => {
    expect((await create({ volume_type: 'nope' })).status).toBe(404);
    expect((await create({ size: 0 })).status).toBe(400);
  });

  test.each([
    [
      'volumes',
      { volumes: 0 },
      "VolumeLimitExceeded: Maximum number of volumes allowed (0) exceeded for quota 'volumes'.",
    ],
    ['gigabytes', { gigabytes: 4 }, 'exceeds allowed gigabytes quota'],
    ['gigabytes of a type', { gigabytes_ssd: 4 }, 'exceeds allowed gigabytes_ssd quota'],
  ])('over the quota of %s are 413', async (_what, quota_set, message) => {
    const quota = `/volume/v3/os-quota-sets/${cloud.projects.demo.id}`;
    await cloud.admin.put(quota, { quota_set });
    const answer = await create({ volume_type: 'ssd' });
    expect(answer).toMatchObject({
      status: 413,
      body: { overLimit: { message: expect.stringContaining(message), retryAfter: '0' } },
    });
    expect(answer.headers.get('retry-after')).toBe('0');
    expect((await cloud.demo.get(`${quota}?usage=true`)).body).toMatchObject({
      quota_set: { volumes_ssd: { limit: -1, in_use: 0, reserved: 0 } },
    });
  });

  test("a member's name filter is ignored, and paths may hold the project", async () => {
    await create({ name: 'a' });
    await create({ name: 'b' });
    const path = `/volume/v3/${cloud.projects.demo.id}/volumes/detail?name=a`;
    expect(namesIn(await cloud.demo.get(path)).sort()).toEqual(['a', 'b']);
    expect(rowsIn(await cloud.admin.get(`${volumes}?all_tenants=1&project_id=${cloud.projects.demo.id}`))).toHaveLength(
      2,
    );
  });

  test('have three types, one of them the default', async () => {
    expect(namesIn(await cloud.demo.get('/volume/v3/types')).sort()).toEqual(['__DEFAULT__', 'hdd', 'ssd']);
  });
});

describe('images and flavors', () => {
  test('are found by name, and by several names', async () => {
    const named = async (query: string) => namesIn(await cloud.demo.get(`/image/v2/images?${query}`)).sort();
    expect(await named('name=debian-13')).toEqual(['debian-13']);
    expect(await named(`name=${encodeURIComponent('in:"debian-13","ubuntu-24.04"')}`)).toEqual([
      'debian-13',
      'ubuntu-24.04',
    ]);
    expect(await named('name=nope')).toEqual([]);
  });

  test('come in pages that name the next one as a path', async () => {
    const first = await cloud.demo.get('/image/v2/images?limit=1');
    const { next } = Object(first.body);
    expect(next).toMatch(/^\/v2\/images\?limit=1&marker=/);
    const second = await cloud.demo.get(`/image${next}`);
    expect([...namesIn(first), ...namesIn(second)].sort()).toEqual(['debian-13', 'ubuntu-24.04']);
  });

  test('have properties beside Glance’s own fields, and are found by them', async () => {
    const [image, ...others] = rowsIn(await cloud.demo.get('/image/v2/images?os_distro=ubuntu'));
    expect(others).toMatchObject([{ name: 'ubuntu-2204-kube-v1.34.2' }]);
    expect(image).toMatchObject({
      ...{ name: 'ubuntu-2204-kube-v1.33.5', os_distro: 'ubuntu', hw_disk_bus: 'virtio', min_disk: 10 },
    });
    expect(image).not.toHaveProperty('properties');
    expect(namesIn(await cloud.demo.get('/image/v2/images?os_distro=flatcar'))).toEqual([]);
  });

  test('an unknown image is a 404 in JSON', async () => {
    expect(await cloud.demo.get('/image/v2/images/nope')).toMatchObject({
      status: 404,
      body: { code: '404 Not Found' },
    });
  });

  test('flavors have Nova’s ids; before 2.61 they have no extra specs', async () => {
    const flavors = rowsIn(await cloud.demo.get('/compute/v2.1/flavors/detail'));
    expect(flavors[0]).toMatchObject({ id: '1', name: 'm1.small', vcpus: 1, ram: 2048, disk: 20, extra_specs: {} });
    const [old] = rowsIn(await cloud.demo.get('/compute/v2.1/flavors', { 'openstack-api-version': 'compute 2.1' }));
    expect(Object.keys(old ?? {}).sort()).toEqual(['id', 'links', 'name']);
  });
});

describe('the seed', () => {
  test('has the same ids at every start of a cloud, others in another cloud', async () => {
    const [again, elsewhere] = await Promise.all([startCloud(), startCloud(['--name', 'cloud-2'])]);
    await Promise.all([again.close(), elsewhere.close()]);
    expect(again.projects).toEqual(cloud.projects);
    expect(elsewhere.projects.demo.id).not.toBe(cloud.projects.demo.id);
    expect(elsewhere.projects.demo.subnet_id).not.toBe(cloud.projects.demo.subnet_id);
  });

  test('comes back with a reset, whatever is under way', async () => {
    const before = await cloud.state();
    const network_id = cloud.projects.demo.network_id;
    const server = { name: 'n', flavorRef: '1', imageRef: cloud.images['debian-13'], networks: [{ uuid: network_id }] };
    expect((await cloud.demo.post('/compute/v2.1/servers', { server })).status).toBe(202);
    await cloud.reset();
    cloud.advance(60_000);
    expect(await cloud.state()).toEqual(before);
  });

  test('shows no secret in the state', async () => {
    const text = JSON.stringify(await cloud.state());
    expect(text).toContain('demo-credential');
    expect(text).not.toContain(cloud.projects.demo.application_credential_secret);
    expect(text).not.toContain('password');
  });
});
