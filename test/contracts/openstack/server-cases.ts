import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { NodeSpec } from '#shared/domain/planning/node-spec';
import type { NewServer, OpenStack } from '#shared/ports/openstack';
import { aNodeSpec } from '#test/builders/builders';
import type { CloudUnderTest } from './cloud-under-test.ts';

const EVENTUALLY = { timeout: 60_000, interval: 100 };

export function serverCases(cloud: () => CloudUnderTest): void {
  describe('servers', () => {
    let openstack: OpenStack;
    const tag = `contract-${randomUUID()}`;
    const portIds: string[] = [];
    beforeAll(async () => {
      openstack = await cloud().open();
    });
    afterEach(async () => {
      for (const { id } of await openstack.listServers({ tag })) await openstack.deleteServer(id);
      await vi.waitFor(async () => expect(await openstack.listServers({ tag })).toEqual([]), EVENTUALLY);
      for (const id of portIds.splice(0)) await openstack.deletePort(id);
    }, EVENTUALLY.timeout);

    /**
     * A valid request with a new port. Flavor and volumes are the smallest ones, because a real cloud has little room.
     */
    async function newServer(fields: Partial<NodeSpec> = {}): Promise<NewServer> {
      const { networkId, subnetId } = cloud().cloud.project;
      const name = `server-${randomUUID().slice(0, 8)}`;
      const port = await openstack.createPort({ name, networkId, subnetId, securityGroupIds: [] });
      portIds.push(port.id);
      const flavor = (await openstack.listFlavors()).sort((a, b) => a.ramMb - b.ramMb)[0];
      const image = (await openstack.listImages()).sort((a, b) => a.minDiskGb - b.minDiskGb)[0];
      const sizes = { systemVolumeSizeMb: Math.max(2, image?.minDiskGb ?? 0) * 1024, dataVolumes: [] };
      const spec = aNodeSpec({ name, flavorId: flavor?.id ?? '', imageId: image?.id ?? '', ...sizes, ...fields });
      return { spec, portId: port.id, tags: [tag, name], userData: '#cloud-config\n{}\n' };
    }
    const find = async (id: string) => (await openstack.listServers({ tag })).find((server) => server.id === id);
    const untilStatus = (id: string, status: string) =>
      expect.poll(async () => (await find(id))?.status, EVENTUALLY).toBe(status);

    test('key pairs are listed by name, and one that is gone is fine', async () => {
      expect(await openstack.listKeyPairs()).toEqual(expect.any(Array));
      await openstack.deleteKeyPair(`key-${randomUUID()}`);
    });

    test('a machine is tagged, and found by it until the tag is taken away', async () => {
      const { id } = await openstack.createServer(await newServer());
      // Nova refuses to tag a machine that is still being built, so wait first.
      await untilStatus(id, 'ACTIVE');
      const other = `contract-${randomUUID()}`;
      const found = async () => (await openstack.listServers({ tag: other })).map((server) => server.id);
      for (const _twice of [1, 2]) await openstack.tagServer(id, other);
      expect(await found()).toEqual([id]);
      for (const _twice of [1, 2]) await openstack.untagServer(id, other);
      expect(await found()).toEqual([]);
      await openstack.untagServer(randomUUID(), other);
      await expect(openstack.tagServer(randomUUID(), other)).rejects.toMatchObject({ name: 'BackendNotFound' });
    });

    test('a machine is shut down and started again; one that is in the wrong state, or is not there, is not', async () => {
      const { id } = await openstack.createServer(await newServer());
      await untilStatus(id, 'ACTIVE');
      await expect(openstack.startServer(id)).rejects.toMatchObject({ name: 'BackendConflict' });
      await openstack.stopServer(id);
      await untilStatus(id, 'SHUTOFF');
      await expect(openstack.stopServer(id)).rejects.toMatchObject({ name: 'BackendConflict' });
      await openstack.startServer(id);
      await untilStatus(id, 'ACTIVE');
      await expect(openstack.stopServer(randomUUID())).rejects.toMatchObject({ name: 'BackendNotFound' });
      await expect(openstack.startServer(randomUUID())).rejects.toMatchObject({ name: 'BackendNotFound' });
    });

    test('a machine that runs shows what it has written, and the last lines of it; one that is not there does neither', async () => {
      const { id } = await openstack.createServer(await newServer());
      await untilStatus(id, 'ACTIVE');
      const log = await openstack.consoleLog(id);
      expect(log).toMatch(/./);
      expect(log.trimEnd().endsWith((await openstack.consoleLog(id, 1)).trimEnd())).toBe(true);
      await expect(openstack.consoleLog(randomUUID())).rejects.toMatchObject({ name: 'BackendNotFound' });
      await expect(openstack.consoleUrl(randomUUID())).rejects.toMatchObject({ name: 'BackendNotFound' });
    });

    test('one request makes a machine on its port with all its volumes; deleting it takes them along, not the port', async () => {
      const [volumeType] = (await openstack.listVolumeTypes()).filter(({ name }) => !name.startsWith('__'));
      const dataVolume = { sizeMb: 1024, mountPoint: '/data', filesystem: 'ext4', volumeType: volumeType?.name ?? '' };
      const request = await newServer({ dataVolumes: [dataVolume] });
      const { id } = await openstack.createServer(request);
      expect(await find(id)).toMatchObject({ name: request.spec.name, tags: expect.arrayContaining([tag]) });
      await untilStatus(id, 'ACTIVE');

      const server = await find(id);
      const volumeIds = server?.volumeIds ?? [];
      const [port] = await openstack.listPorts({ name: request.spec.name });
      expect(volumeIds).toHaveLength(2);
      expect(port).toMatchObject({ deviceId: id, fixedIps: server?.addresses });
      const volumes = await openstack.listVolumes([...volumeIds, randomUUID()]);
      expect(volumes.map((volume) => volume.id).sort()).toEqual([...volumeIds].sort());
      expect(volumes.map((volume) => volume.status)).toEqual(['in-use', 'in-use']);
      const inUse = openstack.deleteVolume(volumeIds[0] ?? '');
      await expect(inUse).rejects.toMatchObject({ name: 'BackendConflict' });

      await openstack.deleteServer(id);
      await openstack.deleteServer(id);
      await expect.poll(() => find(id), EVENTUALLY).toBeUndefined();
      await openstack.deleteServer(id);
      await expect.poll(() => openstack.listVolumes(volumeIds), EVENTUALLY).toEqual([]);
      expect(await openstack.listPorts({ name: request.spec.name })).toMatchObject([{ deviceId: '' }]);
    });

    test('servers are found by any of their tags; without a tag, all of the project', async () => {
      const request = await newServer();
      const { id } = await openstack.createServer(request);
      const idsWith = async (filter?: { tag: string }) => (await openstack.listServers(filter)).map((it) => it.id);
      expect(await idsWith({ tag: request.spec.name })).toEqual([id]);
      expect(await idsWith({ tag: request.spec.name.slice(0, -1) })).toEqual([]);
      expect(await idsWith()).toContain(id);
    });

    test('one that the cloud could not make is in ERROR and says why', async () => {
      // Nova accepts a request that exceeds Cinder's quota, and later fails to create the volumes.
      const id = await cloud().cloud.withQuota('block-storage', { volumes: 0 }, async () => {
        const server = await openstack.createServer(await newServer());
        await untilStatus(server.id, 'ERROR');
        return server.id;
      });
      expect((await find(id))?.fault?.message).toMatch(/VolumeLimitExceeded/);
    });

    test.each([
      ['a flavor that is not there', { flavorId: 'no-such-flavor' }],
      ['an image that is not there', { imageId: randomUUID() }],
      ['a volume type that is not there', { systemVolumeType: 'no-such-type' }],
    ])('%s is refused at once', async (_what, fields) => {
      const request = await newServer(fields);
      await expect(openstack.createServer(request)).rejects.toMatchObject({ name: 'BackendRejected' });
    });

    test('a port that another server has is a conflict', async () => {
      const request = await newServer();
      const { id } = await openstack.createServer(request);
      await untilStatus(id, 'ACTIVE');
      await expect(openstack.createServer(request)).rejects.toMatchObject({ name: 'BackendConflict' });
    });

    test('one joins its server group where it is wanted; its port is not deleted under it', async () => {
      const group = await openstack.createServerGroup({ name: 'apart', policy: 'soft-anti-affinity' });
      const { spec, ...request } = await newServer();
      const wanted = { ...request, spec: { ...spec, availabilityZone: 'nova' }, serverGroupId: group.id };
      const { id } = await openstack.createServer(wanted);
      await untilStatus(id, 'ACTIVE');
      expect(await openstack.listServerGroups()).toMatchObject([{ id: group.id, serverIds: [id] }]);
      await expect(openstack.deletePort(request.portId)).rejects.toMatchObject({ name: 'BackendConflict' });
      await openstack.deleteServerGroup(group.id);
      expect(await find(id)).toMatchObject({ status: 'ACTIVE' });
    });
    test('cores cannot be limited below what servers have', async () => {
      const { id } = await openstack.createServer(await newServer());
      await untilStatus(id, 'ACTIVE');
      const { sessions } = cloud().sessions();
      const admin = await sessions.admin(cloud().settings.uuid);
      const { id: projectId } = cloud().cloud.project;
      const none = { instances: 0, serverGroups: 0, serverGroupMembers: 0, volumes: 0, networks: 0, subnets: 0 };
      const counts = { ...none, routers: 0, ports: 0, floatingIps: 0, securityGroups: 0, securityGroupRules: 0 };
      const refused = admin.setProjectQuotas(projectId, { cores: 0, ram: 51_200, storage: 1_024_000 }, counts);
      await expect(refused).rejects.toMatchObject({ name: 'BackendRejected' });
      await admin.deleteProjectQuotas(projectId);
    });
    test('one more than a server group may have is reported as a quota', async () => {
      const group = await openstack.createServerGroup({ name: 'few', policy: 'soft-anti-affinity' });
      const request = await newServer();
      await cloud().cloud.withQuota('compute', { server_group_members: 0 }, () =>
        expect(openstack.createServer({ ...request, serverGroupId: group.id })).rejects.toMatchObject({
          name: 'BackendQuotaExceeded',
        }),
      );
      await openstack.deleteServerGroup(group.id);
    });
    test.each([
      ['an availability zone', { availabilityZone: 'mars' }, undefined],
      ['a server group', {}, randomUUID()],
    ])('%s that is not there is refused at once', async (_what, place, serverGroupId) => {
      const { spec, ...request } = await newServer();
      const wanted = { ...request, spec: { ...spec, ...place }, serverGroupId };
      await expect(openstack.createServer(wanted)).rejects.toMatchObject({ name: 'BackendRejected' });
    });

    test('a used-up quota is distinguished from a missing right, for servers and for ports', async () => {
      const { withQuota } = cloud().cloud;
      const request = await newServer();
      await withQuota('compute', { cores: 0 }, () =>
        expect(openstack.createServer(request)).rejects.toMatchObject({ name: 'BackendQuotaExceeded' }),
      );
      await withQuota('network', { port: 1 }, () =>
        expect(newServer()).rejects.toMatchObject({ name: 'BackendQuotaExceeded' }),
      );
    });
  });
}
