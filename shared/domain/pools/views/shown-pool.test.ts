import { describe, expect, test } from 'vitest';
import { aCluster, aUuid } from '#test/builders/builders';
import { aMachinePools } from '#test/builders/pool-builders';
import { openstackUuid } from '../../_core/identifier.ts';
import { type SeenDeployment, shownPools } from './shown-pool.ts';

const cluster = aCluster({ machinePools: aMachinePools() });
const [servers, workers] = cluster.machinePools?.pools ?? [];
const cloudUuid = aUuid();
const clouds = new Map([[cluster.tenantUuid, cloudUuid]]);
const seen: SeenDeployment = {
  ...{ poolName: 'workers', phase: 'Running' as const, templateName: 't-1' },
  ...{ desired: 3, replicas: 3, upToDate: 2, available: 2 },
};

describe('the pools of a cluster', () => {
  test('have the numbers, phase and template that Rancher has of them (T34, S2-014, S2-024)', () => {
    expect(shownPools(cluster, [{ ...seen, poolName: 'strangers' }, seen], clouds)[1]).toMatchObject({
      ...{ cluster: { uuid: cluster.uuid, name: cluster.name }, pool: workers, phase: 'Running', templateName: 't-1' },
      counts: { pending: 0, outdated: 1, unavailable: 1, ready: 2 },
    });
  });

  test('are pending as a whole before Rancher has them (T34)', () => {
    expect(shownPools(cluster, [seen], clouds)[0]).toMatchObject({
      ...{ pool: servers, phase: 'Unknown', templateName: '' },
      counts: { pending: 3, outdated: 0, unavailable: 0, ready: 0 },
    });
  });

  test('name objects of the cloud by the uuids of an order, unless their tenant is gone (S2-020)', () => {
    const [shown] = shownPools(cluster, [], clouds);
    expect(shown?.uuids).toEqual({
      ...{ flavor: openstackUuid(cloudUuid, 'flavor', 'f-1'), image: openstackUuid(cloudUuid, 'image', 'i-1') },
      network: openstackUuid(cloudUuid, 'network', 'n-1'),
      securityGroups: ['sg-1', 'sg-2'].map((id) => openstackUuid(cloudUuid, 'security-group', id)),
    });
    expect(shownPools(cluster, [], new Map())[0]).not.toHaveProperty('uuids');
  });

  test('are none in a cluster whose machines Paddock makes', () => {
    expect(shownPools(aCluster(), [seen], clouds)).toEqual([]);
  });
});
