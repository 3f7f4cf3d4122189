import { beforeAll, describe, expect, test } from 'vitest';
import type { OpenStack } from '#shared/ports/openstack';
import type { CloudUnderTest } from './cloud-under-test.ts';

export function factsCases(cloud: () => CloudUnderTest): void {
  describe('what a tenant may use', () => {
    let openstack: OpenStack;
    beforeAll(async () => {
      openstack = await cloud().open();
    });

    test('flavors come with vCPUs, MB and GB', async () => {
      const flavors = await openstack.listFlavors();
      expect(flavors.length).toBeGreaterThan(1);
      for (const flavor of flavors) {
        expect(flavor).toMatchObject({ id: expect.stringMatching(/./), name: expect.stringMatching(/./) });
        expect(flavor.vcpus).toBeGreaterThan(0);
        expect(flavor.ramMb).toBeGreaterThanOrEqual(512);
      }
    });
    test('images are found by their exact name', async () => {
      const [image] = await openstack.listImages();
      if (!image) throw new Error('the cloud has no image');
      expect(await openstack.listImages(image.name)).toContainEqual(image);
      expect(await openstack.listImages(image.name.slice(0, -1))).toEqual([]);
    });
    test('subnets are the project’s own, with network and addresses', async () => {
      const { networkId, subnetId } = cloud().cloud.project;
      expect(await openstack.listSubnets()).toEqual([
        {
          ...{ id: subnetId, name: expect.any(String), networkId, cidr: '10.77.0.0/24', gatewayIp: '10.77.0.1' },
          ...{ pools: [{ start: '10.77.0.2', end: '10.77.0.254' }], hasHostRoutes: false, isFromSubnetPool: false },
        },
      ]);
    });
    test('volume types have ids and names, and one is the default', async () => {
      expect(await openstack.listVolumeTypes()).toContainEqual({
        id: expect.any(String),
        name: await openstack.defaultVolumeType(),
      });
    });
    test('security groups include the project’s default one', async () => {
      const groups = await openstack.listSecurityGroups();
      expect(groups.map(({ name }) => name)).toEqual(['default']);
    });
  });
}
