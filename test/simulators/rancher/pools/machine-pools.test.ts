import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually } from '../_core/rancher-client.ts';
import { pool, startOpenstack, startPools, type TestOpenstack, type TestPools } from './pools-under-test.ts';

let cloud: TestOpenstack;
let rancher: TestPools;
beforeAll(async () => {
  cloud = await startOpenstack();
});
afterAll(() => cloud.close());
beforeEach(async () => {
  rancher = await startPools(cloud);
  await rancher.credential();
});
afterEach(() => rancher.close());

const before = async () => JSON.stringify((await cloud.shown()).keypairs);

test('a cluster with two pools becomes servers, machines and nodes, and its deletion leaves nothing (S2-001, S2-014, S2-034)', async () => {
  const keys = await before();
  await rancher.makeConfig('nc-control');
  await rancher.makeConfig('nc-work');
  const answer = await rancher.order([pool('control', 'ec'), pool('work', 'w', { quantity: 2 })]);
  expect(answer.status).toBe(201);
  const machines = await rancher.running(3);
  const names = machines.map(({ metadata }) => metadata.name).sort();
  expect(names.map((name) => name.replace(/-[a-z0-9]{5}-[a-z0-9]{5}$/, ''))).toEqual([
    ...['blue-control', 'blue-work', 'blue-work'],
  ]);
  const { servers } = await cloud.shown();
  expect(servers.map(({ name, status }) => [name, status]).sort()).toEqual(names.map((name) => [name, 'ACTIVE']));
  const nodes = await eventually(async () => {
    const rows = (await rancher.send('GET', '/v3/nodes')).rows();
    expect(rows).toHaveLength(3);
    return rows;
  });
  expect(nodes.map(({ requestedHostname }) => requestedHostname).sort()).toEqual(names);
  await rancher.remove();
  await eventually(async () => {
    const state = await rancher.send('GET', '/_sim/state');
    expect(state.body).toMatchObject({ provisioningClusters: [], machines: [], nodes: [], clusters: [] });
    expect(state.body).toMatchObject({ machineConfigs: [], machineDeployments: [], machineSets: [], poolObjects: [] });
    expect((await cloud.shown()).servers).toEqual([]);
  });
  expect(await before()).toBe(keys);
});
