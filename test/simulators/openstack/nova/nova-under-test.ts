import { type CloudUnderTest, idIn } from '../cloud-under-test.ts';

export const servers = '/compute/v2.1/servers';

/** A blank data disk, which stays by default when its server is deleted. */
export const dataDisk = {
  ...{ boot_index: -1, source_type: 'blank', destination_type: 'volume' },
  ...{ volume_size: 10, volume_type: 'ssd' },
};

/**
 * Helpers for tests that send requests to Nova as the member of the demo project. A test specifies only what is special
 * about its server.
 */
export function novaUnderTest(cloud: CloudUnderTest) {
  const bootDisk = (more: object = {}) => ({
    ...{ boot_index: 0, source_type: 'image', destination_type: 'volume', uuid: cloud.images['ubuntu-24.04'] },
    ...{ volume_size: 64, delete_on_termination: true },
    ...more,
  });
  const wish = (more: object = {}) => ({
    server: {
      ...{ name: 'n1', flavorRef: '2', networks: [{ uuid: cloud.projects.demo.network_id }] },
      block_device_mapping_v2: [bootDisk()],
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
  return { bootDisk, wish, create, show, makePort, built };
}
