import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { OpenStack } from '#shared/ports/openstack';
import type { CloudUnderTest } from './cloud-under-test.ts';

export function networkCases(cloud: () => CloudUnderTest): void {
  describe('ports', () => {
    let openstack: OpenStack;
    beforeAll(async () => {
      openstack = await cloud().open();
    });
    const newPort = () => {
      const { networkId, subnetId } = cloud().cloud.project;
      return { name: `port-${randomUUID()}`, networkId, subnetId, securityGroupIds: [] };
    };

    test('one that was made has an address of its subnet and nobody in it, and is found again by its name', async () => {
      const [group] = await openstack.listSecurityGroups();
      const made = await openstack.createPort({ ...newPort(), securityGroupIds: group ? [group.id] : [] });
      expect(made).toMatchObject({ deviceId: '', fixedIps: [expect.stringMatching(/^10\.77\.0\.\d+$/)] });
      expect(await openstack.listPorts({ name: made.name })).toEqual([made]);
      expect(await openstack.listPorts()).toContainEqual(made);
      expect(await openstack.listPorts({ name: made.name.slice(0, -1) })).toEqual([]);
      await openstack.deletePort(made.id);
    });
    test('another project’s ports are not among them', async () => {
      const made = await openstack.createPort(newPort());
      const { sessions } = cloud().sessions();
      const { otherProject } = cloud().cloud;
      const neighbour = await sessions.openWith(cloud().settings.uuid, otherProject.credential);
      expect(await neighbour.listPorts({ name: made.name })).toEqual([]);
      await openstack.deletePort(made.id);
    });
    test('a deleted one is gone, and deleting it again is fine', async () => {
      const { id, name } = await openstack.createPort(newPort());
      await openstack.deletePort(id);
      expect(await openstack.listPorts({ name })).toEqual([]);
      await openstack.deletePort(id);
    });
    test('one in a network that is not there is refused', async () => {
      const lost = { ...newPort(), networkId: randomUUID() };
      await expect(openstack.createPort(lost)).rejects.toMatchObject({ name: 'BackendNotFound' });
    });
  });
}
