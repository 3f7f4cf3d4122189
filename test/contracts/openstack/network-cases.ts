import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
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
    test('each has its address in its subnet, which is taken from then on', async () => {
      const wanted = newPort();
      const made = await openstack.createPort(wanted);
      const { networkId, subnetId } = wanted;
      const taken = { networkId, subnetId, address: made.fixedIps[0], deviceId: '', deviceOwner: '' };
      expect(await openstack.listAddresses([subnetId])).toContainEqual(taken);
      expect(await openstack.listAddresses([randomUUID(), subnetId])).toContainEqual(taken);
      expect(await openstack.listAddresses([randomUUID()])).toEqual([]);
      expect(await openstack.listAddresses([])).toEqual([]);
      expect((await openstack.readRouting()).addresses).toContainEqual(taken);
      await openstack.deletePort(made.id);
      expect(await openstack.listAddresses([subnetId])).not.toContainEqual(taken);
    });
    test('one that somebody else has in the project’s network takes an address of it', async () => {
      const { networkId, subnetId } = cloud().cloud.project;
      const { admin } = cloud().cloud;
      const reply = z.object({
        port: z.object({ id: z.string(), fixed_ips: z.array(z.object({ ip_address: z.string() })) }),
      });
      const port = { network_id: networkId, project_id: admin.projectId };
      const made = (await admin.ask('network', 'POST', '/ports', reply, { port })).port;
      const address = made.fixed_ips[0]?.ip_address;
      expect(await openstack.listAddresses([subnetId])).toContainEqual(expect.objectContaining({ address }));
      expect((await openstack.readRouting()).addresses.map((it) => it.address)).not.toContain(address);
      await admin.ask('network', 'DELETE', `/ports/${made.id}`, z.unknown());
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
