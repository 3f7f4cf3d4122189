import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { finishDeletion } from '#shared/app/clusters/steps/finish-deletion';
import { sweepClusters } from '#shared/app/clusters/steps/sweep-clusters';
import { deleteLeftovers } from '#shared/app/nodes/steps/delete-leftovers';
import { listNodes } from '#shared/app/nodes/steps/list-nodes';
import { sweepTenants } from '#shared/app/nodes/steps/sweep-tenants';
import { deleteCloudCredential } from '#shared/app/pools/steps/cloud-credential';
import { deletePoolCluster } from '#shared/app/pools/steps/delete-pool-cluster';
import { ensurePoolCluster } from '#shared/app/pools/steps/ensure-pool-cluster';
import { recordVolumes } from '#shared/app/pools/steps/record-volumes';
import { requestRows } from '#test/contracts/start-simulator';
import { personInCloud } from '../_worlds/person-in-cloud.ts';
import {
  deletePools,
  letCreateCredentials,
  orderedPools,
  plannedPools,
  poolsOf,
  runningPools,
  watchedPools,
} from '../_worlds/pool-world.ts';
import { clusterOf, EVENTUALLY, inCloud, stateOf, stepWorldPerFile } from '../_worlds/step-world.ts';
import { leaving } from '../clusters/deletion.ts';

const world = await stepWorldPerFile();
await letCreateCredentials(world);
afterEach(() => world.cloud.clearFaults());
const rancherText = async () => JSON.stringify(await stateOf(world.rancherSimulator));
const QUOTA = { forbidden: { message: 'Quota exceeded for instances', code: 403 } };
const KINDS = ['servers', 'volumes', 'ports', 'keypairs', 'application_credentials'];
const cloudIds = async () => {
  const state = await stateOf(world.cloud);
  return KINDS.flatMap((kind) => (state[kind] ?? []).map(({ id, name }) => `${kind} ${id ?? name}`)).sort();
};

test('a cluster with pools is made by Rancher, with machines of each pool, and then deleted without a trace (S2-001)', async () => {
  const before = await cloudIds();
  const begun = await runningPools(world, poolsOf(world));
  const rancher = await world.rancher.open(world.settings);
  const cluster = await clusterOf(world, begun);
  const machines = await rancher.listPoolMachines(cluster);
  expect(machines.map(({ poolName }) => poolName).sort()).toEqual(['servers', 'workers', 'workers']);
  expect(cluster.machinePools?.machineNames.sort()).toEqual(
    [...new Set(machines.flatMap(({ name, serverName }) => [name, serverName]))].sort(),
  );
  const left = await deletePools(world, begun);
  expect(await listNodes.run(world.deps, left.target)).toMatchObject({ alone: true, nodes: [] });
  await sweepTenants.call(world.deps, left.target);
  await sweepClusters.call(world.deps, left.target);
  await finishDeletion.call(world.deps, left.target);
  expect(await cloudIds()).toEqual(before);
  await expect.poll(rancherText, EVENTUALLY).not.toContain(cluster.uuid);
});

test('a step that is repeated makes nothing twice (S2-001)', async () => {
  const begun = await orderedPools(world, poolsOf(world));
  const rancher = await world.rancher.open(world.settings);
  const cluster = await clusterOf(world, begun);
  const labels = { 'paddock.cloud/cluster': cluster.uuid };
  const objects = async () => [
    (await rancher.listProvisioningClusters(labels)).length,
    (await rancher.listMachineConfigs(labels)).length,
    (await rancher.listCloudCredentials(labels)).length,
  ];
  const made = await objects();
  expect(made).toEqual([1, 2, 1]);
  await ensurePoolCluster.call(world.deps, begun.target);
  expect(await objects()).toEqual(made);
  await deletePools(world, begun);
});

/** The write requests that Rancher has received: each method and path with the number of requests. */
const writes = async (): Promise<string[]> =>
  requestRows
    .parse(await (await fetch(`${world.rancherSimulator.url}/_sim/requests`)).json())
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path, count }) => `${method} ${path} ${count}`);

test('of all objects of a cluster Paddock writes the provisioning Cluster, machine configs and the credential only (S2-033, S2-037)', async () => {
  const before = await writes();
  const begun = await runningPools(world, poolsOf(world, { workers: 1 }));
  const made = (await writes()).filter((row) => !before.includes(row));
  expect([...new Set(made.map((row) => row.split(/[ /]/)[3]))].sort()).toEqual([
    'provisioning.cattle.io.clusters',
    'rke-machine-config.cattle.io.openstackconfigs',
    'secrets',
  ]);
  await deletePools(world, begun);
});

test('a deletion before anything was made finds nothing to delete (S2-001)', async () => {
  const begun = await plannedPools(world, poolsOf(world));
  const left = await deletePools(world, begun);
  await sweepClusters.call(world.deps, left.target);
  await expect.poll(rancherText, EVENTUALLY).not.toContain(begun.cluster.uuid);
});

test('a pool whose machines cannot be created is stalled and paused, and ends the order with the cause (D3, T53)', async () => {
  await world.cloud.plan({ method: 'POST', path: '/servers', kind: 'status', status: 403, body: QUOTA });
  const begun = await orderedPools(world, poolsOf(world));
  const answer = await watchedPools(world, begun);
  expect(answer).toMatchObject({ error: 'BackendQuotaExceeded' });
  expect(answer?.cause).toContain('Quota exceeded');
  const cluster = await clusterOf(world, begun);
  expect(cluster.machinePools?.pools.some(({ stall }) => stall?.code === 'QUOTA_EXCEEDED')).toBe(true);
  await world.cloud.clearFaults();
  await deletePools(world, begun);
});

test('key pairs of machines that could not be created are named by a sweep, and go with the cluster (S2-001)', async () => {
  const before = await cloudIds();
  await world.cloud.plan({ method: 'POST', path: '/servers', kind: 'status', status: 403, body: QUOTA });
  const begun = await orderedPools(world, poolsOf(world));
  await watchedPools(world, begun);
  const left = await leaving(world, begun);
  const remove = () => deletePoolCluster.call(world.deps, left.target);
  await expect.poll(remove, EVENTUALLY).toEqual({ gone: true });
  const sweep = () => sweepTenants.call(world.deps, left.target);
  await expect(sweep()).rejects.toThrow(/Still in OpenStack: key pair [a-z0-9-]+-[0-9a-f]{64}, /);
  expect(await deleteLeftovers.call(world.deps, left.target)).toEqual({ gone: false });
  expect(await deleteLeftovers.call(world.deps, left.target)).toEqual({ gone: true });
  await deleteCloudCredential.call(world.deps, left.target);
  await sweep();
  expect(await cloudIds()).toEqual(before);
});

test('root volumes that Cinder does not delete with their machines are named by a sweep, and go once they can (S2-001)', async () => {
  const before = await cloudIds();
  const person = await personInCloud(world);
  const attached = await person.volume();
  const specs = poolsOf(world, { workers: 1 }).map((spec) => ({ ...spec, rootVolume: { sizeGb: 20 } }));
  const begun = await runningPools(world, specs);
  const { machinePools } = await clusterOf(world, begun);
  const name = machinePools?.machineNames.find((one) => one.includes('-workers-')) ?? '';
  const [server] = await inCloud(world, 'servers', name);
  const [volume] = z.array(z.string()).parse(server?.volumes);
  const snapshot = await person.snapshot(volume ?? '');
  await person.attach(String(server?.id), attached);
  const left = await leaving(world, begun);
  await recordVolumes.call(world.deps, left.target);
  const remove = () => deletePoolCluster.call(world.deps, left.target);
  await expect.poll(remove, EVENTUALLY).toEqual({ gone: true });
  const tidy = () => deleteLeftovers.call(world.deps, left.target);
  await expect.poll(() => tidy().catch(String), EVENTUALLY).toContain(`volume ${volume}`);
  await expect(sweepTenants.call(world.deps, left.target)).rejects.toThrow(`volume ${volume} (available)`);
  await person.removeSnapshot(snapshot);
  await expect.poll(tidy, EVENTUALLY).toEqual({ gone: true });
  await deleteCloudCredential.call(world.deps, left.target);
  await sweepTenants.call(world.deps, left.target);
  expect(await cloudIds()).toEqual([...before, `volumes ${attached}`].sort());
});

test('while Rancher has the cluster, a sweep names what is left (S2-001)', async () => {
  const begun = await runningPools(world, poolsOf(world, { workers: 1 }));
  const sweep = (step: typeof sweepClusters | typeof sweepTenants) => step.call(world.deps, begun.target);
  await expect(sweep(sweepClusters)).rejects.toThrow(
    /Still in Rancher: cluster .*machine config nc-.*cloud credential cc-/,
  );
  await expect(sweep(sweepTenants)).rejects.toThrow(/Still in OpenStack: server .*application credential paddock-/);
  const left = await deletePools(world, begun);
  await expect.poll(() => deletePoolCluster.call(world.deps, left.target), EVENTUALLY).toEqual({ gone: true });
});
