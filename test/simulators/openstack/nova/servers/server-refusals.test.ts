import { describe, expect, test } from 'vitest';
import { cloudPerFile } from '#test/simulators/openstack/cloud-per-file';
import { dataDisk, novaUnderTest } from '../nova-under-test.ts';

const cloud = await cloudPerFile();
const { bootDisk, built, create, makePort } = novaUnderTest(cloud);

describe('what Nova refuses', () => {
  test.each<[string, () => object, string]>([
    ['no boot disk', () => ({ block_device_mapping_v2: [dataDisk] }), 'Boot sequence'],
    ['two boot disks', () => ({ block_device_mapping_v2: [bootDisk(), bootDisk()] }), 'Boot sequence'],
    ['a disk of no size', () => ({ block_device_mapping_v2: [bootDisk({ volume_size: undefined })] }), 'non-zero size'],
    ['a disk of size 0', () => ({ block_device_mapping_v2: [bootDisk({ volume_size: 0 })] }), 'volume_size'],
    ['a disk below the image', () => ({ block_device_mapping_v2: [bootDisk({ volume_size: 1 })] }), 'minimum size'],
    [
      'an unknown volume type',
      () => ({ block_device_mapping_v2: [bootDisk({ volume_type: 'nope' })] }),
      'Volume type nope could not be found.',
    ],
    [
      'an unknown image',
      () => ({ block_device_mapping_v2: [bootDisk({ uuid: 'nope' })] }),
      'failed to get image nope.',
    ],
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
