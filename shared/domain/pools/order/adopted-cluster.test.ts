import { describe, expect, test } from 'vitest';
import { aUuid } from '#test/builders/builders';
import { facts } from '#test/planning';
import { adoptPools, writtenPoolCluster } from './adopted-cluster.ts';
import { writtenConfig } from './adopted-pool.ts';

const clusterUuid = aUuid();
const config = writtenConfig.parse({
  ...{ metadata: { name: 'nc-prod-x7k2p' }, flavorName: 'm1.medium', imageId: 'image-1', netId: 'network-1' },
});
const pool = { name: 'all', etcdRole: true, machineConfigRef: { kind: 'OpenstackConfig', name: 'nc-prod-x7k2p' } };
const adopted = (machinePools: object[], rkeConfig: object = {}) =>
  adoptPools(
    { cluster: writtenPoolCluster.parse({ spec: { rkeConfig: { machinePools, ...rkeConfig } } }), configs: [config] },
    { tenant: facts, clusterUuid },
  );
const taken = (rkeConfig: object = {}) => {
  const found = adopted([pool], rkeConfig);
  return found && 'machinePools' in found ? found.machinePools : expect.fail('it is not adopted');
};

describe('a cluster that somebody has made with pools', () => {
  test('is adopted with its pools, which keep their machine configs (S2-022, S2-024)', () => {
    const { pools, machineNames } = taken();
    expect(pools).toMatchObject([
      { uuid: expect.any(String), spec: { name: 'all', quantity: 1 }, adopted: { configName: 'nc-prod-x7k2p' } },
    ]);
    expect(machineNames).toEqual([]);
    expect(taken().pools[0]?.uuid).toBe(pools[0]?.uuid);
  });

  test('has the networks of its machines, and the settings that plans need', () => {
    const cidrs = facts.subnets.filter(({ networkId }) => networkId === 'network-1').map(({ cidr }) => cidr);
    expect(taken().nodeCidrs).toEqual(cidrs);
    const { settings } = taken({
      machineGlobalConfig: { cni: 'calico', 'cluster-cidr': '10.52.0.0/16' },
      upgradeStrategy: { workerConcurrency: '10%' },
    });
    expect(settings).toMatchObject({ cni: 'calico', clusterCidr: '10.52.0.0/16' });
    expect(settings.upgradeStrategy).toMatchObject({ controlPlaneConcurrency: '1', workerConcurrency: '10%' });
  });

  test.each([
    ['another driver', { kind: 'VmwarevsphereConfig', name: 'nc-prod-x7k2p' }],
    ['a machine config that is gone', { kind: 'OpenstackConfig', name: 'gone' }],
    ['no machine config', null],
  ])('is not adopted with a pool of %s', (_what, machineConfigRef) => {
    expect(adopted([pool, { ...pool, name: 'odd', machineConfigRef }])).toEqual({
      problems: ['Pool odd cannot be adopted. Rancher has no machine config of OpenStack for it.'],
    });
  });

  test('is one of nodes if it has no pools', () => {
    expect(adopted([])).toBeUndefined();
  });
});
