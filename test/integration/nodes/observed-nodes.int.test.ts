import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { nodeConsole, nodeConsoleLog } from '#shared/app/nodes/node-console';
import { pullNode } from '#shared/app/nodes/pull-node';
import { changed } from '#shared/domain/_core/record';
import { DEFAULT_SITE_SETTINGS } from '#shared/domain/_core/site-settings';
import { NO_FACTS } from '#shared/domain/nodes/node';
import { aCallerWith, aUuid, staff } from '#test/builders/builders';
import { cloudAccess, logInAsAdmin } from '#test/contracts/openstack/cloud-admin';
import { type Begun, clusterOf, rowsWith, stepWorldPerFile } from '../_worlds/step-world.ts';
import { acceptedNode, finishedOrder } from './added-node.ts';
import { nodeOfRole } from './deleted-node.ts';

const world = await stepWorldPerFile();
const { store, clock, owner, project } = world;
const place = { customerUuid: project.customerUuid, projectUuid: project.uuid };
const member = aCallerWith('PROJECT.MEMBER', place);
const outsider = aCallerWith('PROJECT.ADMIN', { customerUuid: aUuid(), projectUuid: aUuid() });
let made: Promise<Begun> | undefined;
/** All tests of this file share one cluster. */
const begun = (): Promise<Begun> => {
  made ??= finishedOrder(world);
  return made;
};
const agent = async () => nodeOfRole(world, await begun(), 'agent');

describe('a node that is pulled', () => {
  test('has the health, versions and figures that Rancher shows, in one request, and keeps its state (S0-371, S0-388, S0-397, S0-398, S0-399, S0-400, S0-401, S0-402, S0-403, R-9-75)', async () => {
    const node = await agent();
    const facts = { ...NO_FACTS, k8sVersion: 'v1.0.0' };
    await store.commit(store.nodes.replace(changed(node, clock.now(), { facts, runtimeState: 'unavailable' })));
    const asked = () => world.rancherSimulator.countOf('GET', '/v3/nodes');
    const before = await asked();
    await pullNode(world, owner, node.uuid);
    expect((await asked()) - before).toBe(1);
    const pulled = await agent();
    expect(pulled).toMatchObject({ state: 'OK', runtimeState: 'active' });
    expect(pulled.facts).toMatchObject({
      ...{ cpuAllocated: 0.45, cpuTotal: 4, ramAllocated: 884, ramTotal: 15_784, podsAllocated: 7, podsTotal: 110 },
      ...{ storageAllocated: null, storageTotal: 102_400 },
      ...{ k8sVersion: expect.stringMatching(/^v1\.\d\d/), dockerVersion: expect.stringMatching(/^containerd/) },
      labels: expect.objectContaining({ 'kubernetes.io/hostname': node.spec.name }),
      annotations: expect.objectContaining({ 'cluster.x-k8s.io/machine': expect.any(String) }),
    });
    const shown = (await clusterOf(world, await begun())).nodes.find(({ uuid }) => uuid === node.uuid);
    expect(shown).toMatchObject({ runtimeState: 'active' });
  });

  test('and has not changed is not written', async () => {
    const { uuid } = await agent();
    await pullNode(world, owner, uuid);
    const before = await rowsWith(world, uuid);
    await pullNode(world, owner, uuid);
    expect(await rowsWith(world, uuid)).toEqual(before);
  });

  test('is for administrators, and in read-only mode for staff (R-9-67)', async () => {
    const { uuid } = await agent();
    await expect(pullNode(world, member, uuid)).rejects.toMatchObject({ status: 403 });
    await expect(pullNode(world, outsider, uuid)).rejects.toMatchObject({ status: 404 });
    const readOnly = { ...world, site: { ...DEFAULT_SITE_SETTINGS, readOnlyMode: true } };
    await expect(pullNode(readOnly, owner, uuid)).rejects.toMatchObject({ status: 405 });
    await pullNode(readOnly, staff(), uuid);
  });

  test('has come to Rancher, and is at rest', async () => {
    const { node } = await acceptedNode(world, await begun());
    await expect(pullNode(world, owner, node.uuid)).rejects.toMatchObject({ status: 409 });
    await store.commit(store.nodes.replace(changed(node, clock.now(), { state: 'ERRED' })));
    const body = ['Resource does not have backend ID.'];
    await expect(pullNode(world, owner, node.uuid)).rejects.toMatchObject({ status: 400, body });
  });
});

describe('a console', () => {
  async function reboot(serverId: string): Promise<void> {
    const admin = await logInAsAdmin(cloudAccess.parse(world.cloud.printed));
    await admin.ask('compute', 'POST', `/servers/${serverId}/action`, z.unknown(), { reboot: { type: 'HARD' } });
  }

  test('is an address for a browser (S0-372, S0-404, S0-408, R-9-85)', async () => {
    expect(await nodeConsole(world, owner, (await agent()).uuid)).toMatch(/^https?:\/\/\S+token\S+$/);
  });

  test('shows what the machine has written, or the last lines of it (S0-373, S0-405, R-9-86)', async () => {
    const { uuid: uuidText } = await agent();
    const { text, nextOffset } = await nodeConsoleLog(world, owner, { uuidText });
    expect([text.split('\n').length, nextOffset]).toEqual([4, text.length]);
    const last = await nodeConsoleLog(world, owner, { uuidText, lines: 1 });
    expect(last).toEqual({ text: text.split('\n').at(-1) });
  });

  test('is followed from an offset on (S0-406)', async () => {
    const { uuid: uuidText, instanceId } = await agent();
    const { nextOffset: offset } = await nodeConsoleLog(world, owner, { uuidText });
    expect(await nodeConsoleLog(world, owner, { uuidText, offset })).toEqual({ text: '', nextOffset: offset });
    await reboot(instanceId);
    const { text, nextOffset } = await nodeConsoleLog(world, owner, { uuidText, offset });
    expect(text).toMatch(/Linux version/);
    expect(nextOffset).toBe((offset ?? 0) + text.length);
  });

  test('is for administrators, and of a node that has a machine (S0-407, S0-424)', async () => {
    const { uuid } = await agent();
    await expect(nodeConsole(world, member, uuid)).rejects.toMatchObject({ status: 403 });
    await expect(nodeConsoleLog(world, member, { uuidText: uuid })).rejects.toMatchObject({ status: 403 });
    await expect(nodeConsole(world, outsider, uuid)).rejects.toMatchObject({ status: 404 });
    const { node } = await acceptedNode(world, await begun());
    await expect(nodeConsole(world, owner, node.uuid)).rejects.toMatchObject({ status: 404 });
    await store.commit(store.nodes.replace(changed(node, clock.now(), { instanceId: aUuid() })));
    await expect(nodeConsole(world, owner, node.uuid)).rejects.toMatchObject({ status: 404 });
  });
});
