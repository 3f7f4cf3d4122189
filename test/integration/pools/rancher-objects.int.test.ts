import { expect, test } from 'vitest';
import { z } from 'zod';
import { aNode } from '#test/builders/builders';
import { joinAsAgent } from '#test/contracts/rancher/join-as-agent';
import { EVENTUALLY } from '#test/contracts/rancher/rancher-under-test';
import { type PoolsWorld, poolsWorldPerTest } from './pools-world.ts';

let world: PoolsWorld;
poolsWorldPerTest((now) => {
  world = now;
});

const row = z.looseObject({ name: z.string() });
const ask = (path: string) => world.market.ask('GET', path, world.market.people.member);
const rowsOf = async (path: string) => z.array(row).parse((await ask(path)).body);

test('the v3 cluster shows version, distribution, systems and figures of the nodes (S2-027)', async () => {
  const { uuid } = await world.stored(world.made);
  const management = async () => Object((await ask(`rancher-clusters/${uuid}/infrastructure/`)).body).management;
  await expect.poll(management, EVENTUALLY).toMatchObject({
    ...{ kubernetes_version: expect.stringMatching(/^v1\.\d+\.\d+\+rke2r\d+$/), provider: 'rke2', node_count: 3 },
    ...{ linux_workers: 2, windows_workers: 0, capacity: { cpu: expect.stringMatching(/^[1-9]/) } },
    requested: { cpu: expect.any(String), memory: expect.any(String) },
  });
});

test('a member of the project reads what a cluster is in Rancher, and may not change its pools (S2-028)', async () => {
  const cluster = await world.stored(world.made);
  const path = `rancher-clusters/${cluster.uuid}`;
  expect((await ask(`${path}/infrastructure/`)).status).toBe(200);
  const { member, staff } = world.market.people;
  const [pool] = cluster.machinePools?.pools ?? [];
  const scale = (person: typeof member) =>
    world.market.ask('POST', `${path}/pools/${pool?.uuid}/scale/`, { ...person, body: { quantity: -1 } });
  expect((await scale(member)).status).toBe(403);
  expect(await scale(staff)).toMatchObject({ status: 400, body: { quantity: [expect.any(String)] } });
});

test('nobody edits what Rancher has made of a cluster (S2-029, S2-037, S2-038)', async () => {
  const { uuid } = await world.stored(world.made);
  const path = `rancher-clusters/${uuid}/infrastructure/`;
  const { staff } = world.market.people;
  const before = (await world.market.ask('GET', path, staff)).body;
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    const answer = await world.market.ask(method, path, { ...staff, body: { management: { name: 'mine' } } });
    expect([method, answer.status]).toEqual([method, 405]);
  }
  expect((await world.market.ask('GET', path, staff)).body).toEqual(before);
});

test('machine configs, templates and bootstraps are in no list of the API (S2-023, T20)', async () => {
  const root = await ask('');
  const names = Object.keys(z.record(z.string(), z.string()).parse(root.body));
  expect(names).toContain('rancher-machines');
  expect(names.filter((name) => /config(?!uration)|machine-|bootstrap|driver/.test(name))).toEqual([]);
  const cluster = await world.stored(world.made);
  const configs = await world.opened.rancher.listMachineConfigs({});
  expect(configs).not.toEqual([]);
  for (const part of ['pools', 'machines', 'infrastructure']) {
    const { text } = await ask(`rancher-clusters/${cluster.uuid}/${part}/`);
    for (const name of configs) expect([part, text.includes(name)]).toEqual([part, false]);
  }
});

test('nodes of the first generation are records, and neither they nor machines are in the list of the other (S2-012, S2-025, T6)', async () => {
  const pooled = await world.stored(world.made);
  const nodes = await world.aClusterInRancher();
  const node = aNode({ clusterUuid: nodes.uuid, projectUuid: nodes.projectUuid, customerUuid: nodes.customerUuid });
  await world.market.store.commit(world.market.store.nodes.insert(node));
  const { rancher, backend } = world.opened;
  const token = async () => (await rancher.listRegistrationTokens(nodes.backendId))[0]?.token ?? '';
  await expect.poll(token, EVENTUALLY).not.toBe('');
  await joinAsAgent(backend.url, await token(), node.spec.name);
  const inRancher = async () => (await rancher.listAllPoolMachines()).map(({ provisioningName }) => provisioningName);
  await expect.poll(inRancher, EVENTUALLY).toContain(nodes.name);
  const of = async (list: string) => (await rowsOf(list)).map(({ cluster_uuid }) => cluster_uuid);
  expect(await of('rancher-nodes/')).toEqual([nodes.uuid]);
  expect(new Set(await of('rancher-machines/'))).toEqual(new Set([pooled.uuid]));
  expect(await rowsOf(`rancher-clusters/${nodes.uuid}/pools/`)).toEqual([]);
});

test('a node says what Kubernetes schedules by; flavor, image and server are the machine’s (S2-019, S2-020)', async () => {
  const { uuid } = await world.stored(world.made);
  const { flavorId, imageId } = world.cloud.machine;
  const machines = await rowsOf(`rancher-clusters/${uuid}/machines/`);
  for (const machine of machines) {
    expect(machine).toMatchObject({ flavor_backend_id: flavorId, image_backend_id: imageId });
    expect(machine.server_name).not.toBe('');
  }
  const nodes = await world.opened.rancher.listNodes(world.made.id);
  expect(nodes.map(({ hostname }) => hostname).sort()).toEqual(machines.map(({ node_name }) => node_name).sort());
  for (const node of nodes) {
    expect(node.facts).toMatchObject({ cpuTotal: expect.any(Number), ramTotal: expect.any(Number), labels: {} });
    expect(JSON.stringify(node)).not.toContain(imageId);
  }
});
