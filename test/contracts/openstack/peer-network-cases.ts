import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OpenStack } from '#shared/ports/openstack';
import type { CloudUnderTest } from './cloud-under-test.ts';
import { type PreparedExternal, prepareExternal } from './prepare-gateway.ts';

export function peerNetworkCases(cloud: () => CloudUnderTest): void {
  describe('a network that a project shares with another', () => {
    let owner: OpenStack;
    let neighbour: OpenStack;
    let external: PreparedExternal;
    let networkId: string;
    let subnetId: string;
    const cleanUp: (() => Promise<void>)[] = [];
    const share = () => owner.shareNetwork(networkId, cloud().cloud.otherProject.id);

    beforeAll(async () => {
      owner = await cloud().open();
      const { sessions } = cloud().sessions();
      neighbour = await sessions.openWith(cloud().settings.uuid, cloud().cloud.otherProject.credential);
      external = await prepareExternal(cloud().cloud);
    });
    afterAll(() => external.remove());
    beforeEach(async () => {
      const name = `peers-${randomUUID()}`;
      networkId = (await owner.createNetwork({ name, description: '' })).id;
      cleanUp.push(() => owner.deleteNetwork(networkId));
      subnetId = (await owner.createSubnet({ networkId, name, description: '', cidr: '198.18.0.0/24' })).id;
    });
    afterEach(async () => {
      for (const undo of cleanUp.splice(0).reverse()) await undo();
    });

    const newPort = (session: OpenStack, ipAddress?: string) =>
      session.createPort({
        ...{ name: `foot-${randomUUID()}`, networkId, subnetId, securityGroupIds: [] },
        ...(ipAddress !== undefined && { ipAddress }),
      });
    async function newRouter(session: OpenStack) {
      const wanted = { name: `router-${randomUUID()}`, description: '', externalNetworkId: external.networkId };
      const { id: routerId } = await session.createRouter(wanted);
      const port = await newPort(session);
      await session.addRouterPort({ routerId, portId: port.id });
      cleanUp.push(async () => {
        await session.setStaticRoutes(routerId, []);
        await session.removeRouterInterface({ routerId, subnetId });
        await session.deleteRouter(routerId);
      });
      return { routerId, port, address: port.fixedIps[0] ?? '' };
    }
    const routesOf = async (session: OpenStack, id: string) =>
      (await session.listRouters()).find((router) => router.id === id)?.routes;

    test('is another’s to see only once it is shared, which may be said twice, and is nobody else’s to list', async () => {
      await expect(newPort(neighbour)).rejects.toMatchObject({ name: 'BackendNotFound' });
      await share();
      await share();
      const port = await newPort(neighbour);
      expect(port.fixedIps[0]).toMatch(/^198\.18\.0\.\d+$/);
      expect((await neighbour.listNetworks()).map(({ id }) => id)).not.toContain(networkId);
      expect((await owner.listPorts()).map(({ id }) => id)).not.toContain(port.id);
      await expect(owner.deleteNetwork(networkId)).rejects.toMatchObject({ name: 'BackendConflict' });
      await neighbour.deletePort(port.id);
      await owner.deleteNetwork(networkId);
    });
    test('gives its owner any address, and the neighbour those that it draws', async () => {
      await share();
      const own = await newPort(owner, '198.18.0.77');
      cleanUp.push(() => owner.deletePort(own.id));
      await expect(newPort(neighbour, '198.18.0.78')).rejects.toMatchObject({ name: 'BackendUnauthorized' });
    });
    test('joins routers of both, which send there what is the other’s', async () => {
      await share();
      const here = await newRouter(owner);
      const there = await newRouter(neighbour);
      const routes = [{ destination: '10.64.1.0/24', nexthop: there.address }];
      await owner.setStaticRoutes(here.routerId, routes);
      await owner.setStaticRoutes(here.routerId, routes);
      expect(await routesOf(owner, here.routerId)).toEqual(routes);
      expect(await routesOf(neighbour, there.routerId)).toEqual([]);
      expect(await neighbour.listRouterInterfaces()).toContainEqual({ routerId: there.routerId, subnetId });
      const { port, routerId } = here;
      expect((await owner.listPorts({ name: port.name }))[0]).toMatchObject({ id: port.id, deviceId: routerId });
      await expect(owner.addRouterPort({ routerId, portId: port.id })).rejects.toMatchObject({
        name: 'BackendConflict',
      });
    });
    test('keeps a router’s foot while a route leads through it, and has no route to where no foot is', async () => {
      const { routerId } = await newRouter(owner);
      const astray = owner.setStaticRoutes(routerId, [{ destination: '10.64.1.0/24', nexthop: '192.0.2.1' }]);
      await expect(astray).rejects.toMatchObject({ name: 'BackendRejected' });
      await owner.setStaticRoutes(routerId, [{ destination: '10.64.1.0/24', nexthop: '198.18.0.200' }]);
      const leaving = owner.removeRouterInterface({ routerId, subnetId });
      await expect(leaving).rejects.toMatchObject({ name: 'BackendConflict' });
      await owner.setStaticRoutes(routerId, []);
      await owner.removeRouterInterface({ routerId, subnetId });
    });
  });
}
