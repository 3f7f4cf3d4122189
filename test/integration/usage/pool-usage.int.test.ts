import { expect, test } from 'vitest';
import { finishCreation } from '#shared/app/clusters/steps/finish-creation';
import { terminateResource } from '#shared/app/marketplace/terminate-resource';
import type { StoredPool } from '#shared/domain/clusters/machine-pools';
import { hoursText } from '#shared/domain/usage/component-usage';
import { changedPools } from '../_worlds/pool-changes.ts';
import { letCreateCredentials, poolsOf, runningPools } from '../_worlds/pool-world.ts';
import { type Begun, clusterOf, stepWorldPerFile } from '../_worlds/step-world.ts';

const world = await stepWorldPerFile();
await letCreateCredentials(world);

const HOUR = 3600;
const ROOT_GB = 20;
const session = await world.deps.openstack.open(world.demo.tenant);
const [flavor] = (await session.listFlavors()).filter(({ id }) => id === '2');

const usedBy = async ({ resource }: Begun) =>
  Object.fromEntries(
    (await world.store.usages.listByResource(resource.uuid)).map((usage) => [
      usage.type,
      Number(hoursText(usage, world.clock.now())),
    ]),
  );
function hoursOfMachines(hours: number) {
  const { vcpus, ramMb } = flavor ?? expect.fail('there is no flavor');
  return { cpu_hours: vcpus * hours, ram_hours: (ramMb / 1024) * hours, storage_hours: ROOT_GB * hours };
}

test('a cluster with pools is charged for the machines that it has, by the same components as one with nodes (R-9-118, R-9-122, S2-014)', async () => {
  const [servers, workers] = poolsOf(world, { workers: 1 }).map((spec) => ({
    ...spec,
    rootVolume: { sizeGb: ROOT_GB },
  }));
  if (!servers || !workers) return expect.fail('there are no pools');
  const begun = await runningPools(world, [servers, workers, { ...workers, name: 'more' }]);
  world.clock.advance(HOUR);
  expect(await usedBy(begun)).toEqual({});

  await finishCreation.call(world.deps, begun.target);
  world.clock.advance(2 * HOUR);
  expect(await usedBy(begun)).toEqual(hoursOfMachines(2 * 3));

  const larger = (pool: StoredPool) => [
    pool.spec.name === 'workers' ? { ...pool, spec: { ...pool.spec, quantity: 2 } } : pool,
  ];
  await changedPools(world, begun, larger);
  world.clock.advance(HOUR);
  expect(await usedBy(begun)).toEqual(hoursOfMachines(2 * 3 + 4));

  await changedPools(world, begun, (pool) => (pool.spec.name === 'more' ? [] : [pool]));
  world.clock.advance(HOUR);
  expect(await usedBy(begun)).toEqual(hoursOfMachines(2 * 3 + 4 + 3));

  await terminateResource(world, world.owner, { resourceUuid: begun.resource.uuid, correlationId: 'correlation-9' });
  world.clock.advance(HOUR);
  expect(await usedBy(begun)).toEqual(hoursOfMachines(2 * 3 + 4 + 3));
  expect((await clusterOf(world, begun)).machinePools?.flavors).toMatchObject({ '2': { vcpus: flavor?.vcpus } });
}, 120_000);
