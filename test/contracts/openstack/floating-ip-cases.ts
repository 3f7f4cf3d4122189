import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OpenStack } from '#shared/ports/openstack';
import type { CloudUnderTest } from './cloud-under-test.ts';
import { type PreparedGateway, prepareGateway } from './prepare-gateway.ts';

export function floatingIpCases(cloud: () => CloudUnderTest): void {
  describe('floating IPs', () => {
    let openstack: OpenStack;
    let gateway: PreparedGateway;
    beforeAll(async () => {
      openstack = await cloud().open();
      expect(await openstack.listGateways()).toEqual([]);
      gateway = await prepareGateway(cloud().cloud);
    });
    afterAll(() => gateway.remove());
    const newPort = () => {
      const { networkId, subnetId } = cloud().cloud.project;
      return openstack.createPort({ name: 'with-a-way-in', networkId, subnetId, securityGroupIds: [] });
    };

    test('can be had in a subnet with a router that leads to an external network', async () => {
      const { subnetId } = cloud().cloud.project;
      expect(await openstack.listGateways()).toEqual([{ subnetId, externalNetworkId: gateway.networkId }]);
    });
    test('one is taken for a port in one request, found again by it, and goes when it is deleted, twice too', async () => {
      const port = await newPort();
      const wanted = { networkId: gateway.networkId, portId: port.id, description: 'the owner' };
      const made = await openstack.createFloatingIp(wanted);
      expect(made).toMatchObject({
        portId: port.id,
        description: 'the owner',
        address: expect.stringMatching(/^198\.51\.100\.\d+$/),
      });
      expect(made.fixedIp).toBe(port.fixedIps[0]);
      const other = await openstack.createFloatingIp({ ...wanted, portId: (await newPort()).id });
      expect(await openstack.listFloatingIps({ portId: port.id })).toEqual([made]);
      await openstack.deleteFloatingIp(other.id);
      await openstack.deletePort(other.portId);
      expect(await openstack.listFloatingIps()).toContainEqual(made);
      await openstack.deleteFloatingIp(made.id);
      expect(await openstack.listFloatingIps()).toEqual([]);
      await openstack.deleteFloatingIp(made.id);
      await openstack.deletePort(port.id);
    });
    test('the cloud’s own account is shown those of any one project, and of one that is not there none', async () => {
      const port = await newPort();
      const made = await openstack.createFloatingIp({ networkId: gateway.networkId, portId: port.id, description: '' });
      const admin = await cloud().sessions().sessions.admin(cloud().settings.uuid);
      expect(await admin.listFloatingIps(await openstack.projectId())).toEqual([made]);
      expect(await admin.listFloatingIps('0'.repeat(32))).toEqual([]);
      await openstack.deleteFloatingIp(made.id);
      await openstack.deletePort(port.id);
    });
    test('one stays when its port goes, and says which port it was for', async () => {
      const port = await newPort();
      const wanted = { networkId: gateway.networkId, portId: port.id, description: 'left alone' };
      const { id } = await openstack.createFloatingIp(wanted);
      await openstack.deletePort(port.id);
      expect(await openstack.listFloatingIps()).toMatchObject([
        { id, portId: '', fixedIp: '', description: 'left alone' },
      ]);
      await openstack.deleteFloatingIp(id);
    });
  });
}
