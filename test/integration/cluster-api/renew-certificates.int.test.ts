import { expect, test } from 'vitest';
import { rotateClusterApi } from '#shared/app/cluster-api/rotate-cluster-api';
import { MADE_KINDS, OF_CLUSTER } from '#shared/domain/cluster-api/kubernetes-object';
import { carriedOut, changeDeps } from '../_worlds/cluster-api-changes.ts';
import { clusterApiWorldPerFile, readyCluster } from '../_worlds/cluster-api-world.ts';
import { type Begun, clusterOf } from '../_worlds/step-world.ts';

const world = await clusterApiWorldPerFile();
const { owner } = world;

const rotate = ({ cluster }: Begun, what: 'credential' | 'certificates', isDryRun = false) =>
  rotateClusterApi(changeDeps(world), owner, {
    ...{ clusterText: cluster.uuid, correlationId: 'rotation' },
    readRequest: () => ({ what, isDryRun }),
  });

async function machinesOf(begun: Begun) {
  const api = await world.clusterApi.open(world.managementSettings);
  const { capiName = '' } = (await clusterOf(world, begun)).clusterApi ?? {};
  const machines = await api.list(MADE_KINDS.machine, { [OF_CLUSTER]: capiName });
  const names = (isServer: boolean) =>
    machines
      .filter(({ metadata }) => 'cluster.x-k8s.io/control-plane' in metadata.labels === isServer)
      .map(({ metadata }) => metadata.name)
      .sort();
  return { servers: names(true), workers: names(false) };
}

test('new certificates come with new control plane machines, one by one, and workers stay (M18, M27)', async () => {
  const begun = await readyCluster(world, { masterCount: 3, nodeCount: 1 });
  const before = await machinesOf(begun);
  expect((await rotate(begun, 'certificates', true)).plan).toMatchObject({
    changes: [{ group: 'default-master', field: 'certificates', class: 'rolls-control-plane' }],
    steps: [
      {
        kind: 'replace',
        group: 'default-master',
        count: 3,
        machines: expect.arrayContaining(before.servers),
        atOnce: 1,
      },
    ],
    objects: [expect.stringMatching(/^KubeadmControlPlane of kube-/)],
  });
  expect(await machinesOf(begun)).toEqual(before);
  await carriedOut(world, begun, await rotate(begun, 'certificates'));
  const after = await machinesOf(begun);
  expect(after.workers).toEqual(before.workers);
  expect(after.servers).toHaveLength(3);
  expect(after.servers.filter((name) => before.servers.includes(name))).toEqual([]);
});

test('a later change does not replace the control plane again (M27)', async () => {
  const begun = await readyCluster(world, { masterCount: 1, nodeCount: 1 });
  const renewed = await carriedOut(world, begun, await rotate(begun, 'certificates'));
  const { servers } = await machinesOf(begun);
  const again = await rotate(renewed, 'certificates', true);
  expect(again.plan.steps).toMatchObject([{ kind: 'replace', machines: servers }]);
});

test('a cluster whose machines are in memory has no application credential to rotate (M27)', async () => {
  const begun = await readyCluster(world);
  await expect(rotate(begun, 'credential')).rejects.toThrow('in memory');
});
