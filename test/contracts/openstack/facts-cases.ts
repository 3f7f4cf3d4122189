import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { OpenStack } from '#shared/ports/openstack';
import type { CloudUnderTest } from './cloud-under-test.ts';

const id = z.object({ id: z.string() });
const nothing = z.unknown();

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
    test('images have the properties that Glance shows (S3-025, M21)', async () => {
      const shown = z.looseObject({
        id: z.string(),
        os_distro: z.string().optional(),
        hw_disk_bus: z.string().optional(),
      });
      const reply = z.object({ images: z.array(shown) });
      const { images } = await cloud().cloud.admin.ask('image', 'GET', '/images?status=active&limit=1000', reply);
      const seen = await openstack.listImages();
      for (const { id, osDistro, diskBus } of seen) {
        const image = images.find((one) => one.id === id);
        expect({ osDistro, diskBus }).toEqual({ osDistro: image?.os_distro, diskBus: image?.hw_disk_bus });
      }
      expect(seen.some(({ osDistro }) => osDistro !== undefined)).toBe(images.some((one) => 'os_distro' in one));
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
    test('what the operator adds is there at the next look, once, and gone when it is taken away', async () => {
      const { admin, project } = cloud().cloud;
      const flavor = { name: `contract-${randomUUID()}`, vcpus: 3, ram: 5120, disk: 0 };
      const volume_type = { name: `contract-${randomUUID()}` };
      const flavors = { flavor };
      const types = { volume_type };
      const made = await admin.ask('compute', 'POST', '/flavors', z.object({ flavor: id }), flavors);
      const type = await admin.ask('block-storage', 'POST', '/types', z.object({ volume_type: id }), types);
      const { name, vcpus, ram: ramMb } = flavor;
      expect(await openstack.listFlavors()).toContainEqual(expect.objectContaining({ name, vcpus, ramMb }));
      expect(await openstack.listVolumeTypes()).toContainEqual({ id: type.volume_type.id, name: volume_type.name });
      await expect(admin.ask('compute', 'POST', '/flavors', nothing, flavors)).rejects.toThrow('answered 409');
      await expect(admin.ask('block-storage', 'POST', '/types', nothing, types)).rejects.toThrow('answered 409');
      await expect(project.member.ask('compute', 'POST', '/flavors', nothing, flavors)).rejects.toThrow('answered 403');
      await expect(project.member.ask('block-storage', 'POST', '/types', nothing, types)).rejects.toThrow('403');
      await admin.ask('compute', 'DELETE', `/flavors/${made.flavor.id}`, nothing);
      await admin.ask('block-storage', 'DELETE', `/types/${type.volume_type.id}`, nothing);
      expect((await openstack.listFlavors()).map((it) => it.name)).not.toContain(name);
      expect((await openstack.listVolumeTypes()).map((it) => it.name)).not.toContain(volume_type.name);
    });
    test('security groups include the project’s default one', async () => {
      const groups = await openstack.listSecurityGroups();
      expect(groups.map(({ name }) => name)).toEqual(['default']);
    });
  });
}
