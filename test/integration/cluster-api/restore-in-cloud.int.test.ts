import { expect, test } from 'vitest';
import { KINDS } from '#shared/domain/cluster-api/kubernetes-object';
import { addAddOns } from '#test/e2e/_worlds/add-ons';
import { clusterApiWorldPerFile, readyCluster } from '../_worlds/cluster-api-world.ts';
import { clusterOf, EVENTUALLY, stateOf } from '../_worlds/step-world.ts';
import { isAvailable, twoManagements } from '../_worlds/two-managements.ts';

const world = await clusterApiWorldPerFile({ infrastructure: 'openstack', stateBackup: true });
const { another, all, machines, open, backUp, restore, moveTo } = await twoManagements(world);

async function idsInCloud(): Promise<Record<string, string[]>> {
  const state = await stateOf(world.cloud);
  const kinds = ['servers', 'ports', 'networks', 'routers', 'security_groups', 'floating_ips', 'load_balancers'];
  return Object.fromEntries(kinds.map((kind) => [kind, (state[kind] ?? []).map(({ id }) => String(id)).sort()]));
}

test('a drill in a cloud: servers, network and load balancer are found again, and not one of them is made again (S3-020, M6)', async () => {
  await world.management.setDelays({ pace: 0.001 });
  await addAddOns(world.management);
  const empty = await idsInCloud();
  const labels = { manila_csi_enabled: 'false' };
  const begun = await readyCluster(world, { masterCount: 1, nodeCount: 2, overrides: { labels } });
  const { uuid, backendId } = await clusterOf(world, begun);
  expect(await backUp()).toMatchObject({ made: 1 });
  const before = { machines: await machines(), cloud: await idsInCloud() };
  expect(before.cloud.servers).toHaveLength(3 + (empty.servers?.length ?? 0));

  // The management cluster is lost, so it deletes nothing in the cloud.
  await world.management.reset();
  await moveTo(another);
  await restore(uuid);
  const cluster = async () => (await all()).find(({ kind }) => kind === KINDS.cluster.kind);
  await expect.poll(async () => isAvailable(await cluster()), EVENTUALLY).toBe(true);
  expect(await machines()).toEqual(before.machines);
  expect(await idsInCloud()).toEqual(before.cloud);

  await (await open()).delete(KINDS.cluster, backendId);
  await expect.poll(machines, EVENTUALLY).toEqual([]);
  await expect.poll(idsInCloud, EVENTUALLY).toEqual(empty);
}, 60_000);
