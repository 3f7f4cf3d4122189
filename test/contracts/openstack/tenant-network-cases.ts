import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { OpenStack } from '#shared/ports/openstack';
import type { CloudUnderTest } from './cloud-under-test.ts';
import { type PreparedExternal, prepareExternal } from './prepare-gateway.ts';

export function tenantNetworkCases(cloud: () => CloudUnderTest): void {
  describe('a tenant’s own network', () => {
    let openstack: OpenStack;
    let external: PreparedExternal;
    const cleanUp: (() => Promise<void>)[] = [];
    beforeAll(async () => {
      openstack = await cloud().open();
      external = await prepareExternal(cloud().cloud);
    });
    afterEach(async () => {
      for (const undo of cleanUp.splice(0).reverse()) await undo();
    });
    afterAll(() => external.remove());

    const description = `paddock:cluster:${randomUUID()}`;
    async function newNetwork() {
      const network = await openstack.createNetwork({ name: `net-${randomUUID()}`, description });
      cleanUp.push(() => openstack.deleteNetwork(network.id));
      return network;
    }
    const subnetOf = (networkId: string) => ({
      ...{ networkId, name: 'nodes', description, cidr: '10.64.7.0/24', gatewayIp: '10.64.7.1' },
      allocationPool: { start: '10.64.7.11', end: '10.64.7.200' },
    });
    async function newRouter() {
      const wanted = { name: `router-${randomUUID()}`, description, externalNetworkId: external.networkId };
      const router = await openstack.createRouter(wanted);
      cleanUp.push(() => openstack.deleteRouter(router.id));
      return router;
    }
    async function newRoutedNetwork() {
      const network = await newNetwork();
      const { id: subnetId } = await openstack.createSubnet(subnetOf(network.id));
      const router = await newRouter();
      const foot = { routerId: router.id, subnetId };
      await openstack.addRouterInterface(foot);
      cleanUp.push(() => openstack.removeRouterInterface(foot));
      return { network, router, subnetId, foot };
    }
    const newPort = (networkId: string, subnetId: string, ipAddress?: string) =>
      openstack.createPort({
        ...{ name: 'lb', networkId, subnetId, securityGroupIds: [] },
        ...(ipAddress !== undefined && { ipAddress }),
      });

    test('is found by name and description among the project’s, not among a neighbour’s, and goes twice', async () => {
      const network = await newNetwork();
      expect(await openstack.listNetworks()).toContainEqual(network);
      expect(network.description).toBe(description);
      const { sessions } = cloud().sessions();
      const neighbour = await sessions.openWith(cloud().settings.uuid, cloud().cloud.otherProject.credential);
      expect((await neighbour.listNetworks()).map(({ id }) => id)).not.toContain(network.id);
      expect((await openstack.listNetworks()).map(({ id }) => id)).not.toContain(external.networkId);
      await openstack.deleteNetwork(network.id);
      expect((await openstack.listNetworks()).map(({ id }) => id)).not.toContain(network.id);
      await openstack.deleteNetwork(network.id);
    });
    test('has a subnet with a pool that gives its addresses, and other addresses of the subnet to ports that ask for them', async () => {
      const network = await newNetwork();
      const { id: subnetId } = await openstack.createSubnet({ ...subnetOf(network.id), dnsNameservers: ['9.9.9.9'] });
      const subnet = { id: subnetId, name: 'nodes', networkId: network.id, cidr: '10.64.7.0/24' };
      expect(await openstack.listSubnets()).toContainEqual({
        ...{ ...subnet, gatewayIp: '10.64.7.1', pools: [{ start: '10.64.7.11', end: '10.64.7.200' }] },
        ...{ hasHostRoutes: false, isFromSubnetPool: false },
      });
      const fixed = await newPort(network.id, subnetId, '10.64.7.10');
      expect(fixed.fixedIps).toEqual(['10.64.7.10']);
      const again = newPort(network.id, subnetId, '10.64.7.10');
      await expect(again).rejects.toMatchObject({ name: 'BackendConflict' });
      const drawn = await newPort(network.id, subnetId);
      expect(Number(drawn.fixedIps[0]?.split('.')[3])).toBeGreaterThanOrEqual(11);
      await expect(openstack.deleteSubnet(subnetId)).rejects.toMatchObject({ name: 'BackendConflict' });
      await expect(openstack.deleteNetwork(network.id)).rejects.toMatchObject({ name: 'BackendConflict' });
      await openstack.deletePort(fixed.id);
      await openstack.deletePort(drawn.id);
      await openstack.deleteSubnet(subnetId);
      await openstack.deleteSubnet(subnetId);
    });
    test('gives no more addresses than its pool has, which is nobody’s conflict', async () => {
      const network = await newNetwork();
      const allocationPool = { start: '10.64.7.11', end: '10.64.7.11' };
      const { id: subnetId } = await openstack.createSubnet({ ...subnetOf(network.id), allocationPool });
      const { id } = await newPort(network.id, subnetId);
      await expect(newPort(network.id, subnetId)).rejects.toMatchObject({ name: 'BackendDepleted' });
      await openstack.deletePort(id);
    });
    test('takes its subnet along when it goes', async () => {
      const network = await newNetwork();
      const { id } = await openstack.createSubnet(subnetOf(network.id));
      await openstack.deleteNetwork(network.id);
      expect((await openstack.listSubnets()).map((subnet) => subnet.id)).not.toContain(id);
    });

    test('leads out by a router that is put into it any number of times, and taken out too', async () => {
      const { network, router, subnetId, foot } = await newRoutedNetwork();
      expect(await openstack.listRouters()).toContainEqual(router);
      expect(router).toMatchObject({ description, externalNetworkId: external.networkId });
      await openstack.addRouterInterface(foot);
      const { id: bystander } = await newPort(network.id, subnetId);
      expect(await openstack.listRouterInterfaces()).toEqual([foot]);
      expect(await openstack.listGateways()).toEqual([{ subnetId, externalNetworkId: external.networkId }]);
      const { routers, addresses } = await openstack.readRouting();
      expect(routers).toEqual([{ id: router.id, exit: 'hidden' }]);
      const gateway = { subnetId, networkId: network.id, address: '10.64.7.1', deviceId: router.id };
      expect(addresses).toContainEqual({ ...gateway, deviceOwner: expect.stringMatching(/^network:/) });
      await openstack.deletePort(bystander);
      const second = await newRouter();
      const other = openstack.addRouterInterface({ routerId: second.id, subnetId });
      await expect(other).rejects.toMatchObject({ name: 'BackendConflict' });
      await expect(openstack.deleteRouter(router.id)).rejects.toMatchObject({ name: 'BackendConflict' });
      await openstack.removeRouterInterface(foot);
      await openstack.removeRouterInterface(foot);
      expect(await openstack.listRouterInterfaces()).toEqual([]);
      await openstack.deleteRouter(router.id);
      await openstack.deleteRouter(router.id);
      await openstack.removeRouterInterface(foot);
    });
    test('keeps its router while a floating IP is behind it', async () => {
      const { network, subnetId, foot } = await newRoutedNetwork();
      const port = await newPort(network.id, subnetId, '10.64.7.10');
      const wanted = { networkId: external.networkId, portId: port.id, description };
      const floatingIp = await openstack.createFloatingIp(wanted);
      await expect(openstack.removeRouterInterface(foot)).rejects.toMatchObject({ name: 'BackendConflict' });
      await openstack.deleteFloatingIp(floatingIp.id);
      await openstack.deletePort(port.id);
    });
    test('has no router to a network that is not external, or not there', async () => {
      const { id } = await newNetwork();
      const routerTo = (externalNetworkId: string) =>
        openstack.createRouter({ name: 'nowhere', description, externalNetworkId });
      await expect(routerTo(id)).rejects.toMatchObject({ name: 'BackendRejected' });
      await expect(routerTo(randomUUID())).rejects.toMatchObject({ name: 'BackendNotFound' });
    });
    test('has no subnet with a gateway in its pool, or that overlaps another', async () => {
      const { id } = await newNetwork();
      const allocationPool = { start: '10.64.7.1', end: '10.64.7.9' };
      const clash = openstack.createSubnet({ ...subnetOf(id), allocationPool });
      await expect(clash).rejects.toMatchObject({ name: 'BackendConflict' });
      await openstack.createSubnet(subnetOf(id));
      await expect(openstack.createSubnet(subnetOf(id))).rejects.toMatchObject({ name: 'BackendRejected' });
    });
  });
}
