import { describe, expect, test } from 'vitest';
import { aPool } from '#test/builders/pool-builders';
import { facts } from '#test/planning';
import { CURRENT_CONFIG_VERSION } from '../rendering/content-hash.ts';
import { adoptedConfigRef, machineConfig } from '../rendering/machine-config.ts';
import { poolInRancher } from '../rendering/pool-in-rancher.ts';
import { adoptPool, writtenConfig, writtenPool } from './adopted-pool.ts';

const TAKEN = { tenant: facts, configVersion: CURRENT_CONFIG_VERSION };
const config = (fields: object = {}) =>
  writtenConfig.parse({
    ...{ metadata: { name: 'nc-prod-pool1-x7k2p' }, flavorName: 'm1.medium', imageId: 'image-1', netId: 'network-1' },
    ...{ secGroups: 'default,group-2', sshUser: 'ubuntu', ...fields },
  });
const adopted = (pool: object, fields: object = {}) =>
  adoptPool(writtenPool.parse({ name: 'pool1', ...pool }), config(fields), TAKEN);
const poolOf = (pool: object, fields: object = {}) => {
  const taken = adopted(pool, fields);
  if ('problem' in taken) throw new Error(taken.problem);
  return taken.pool;
};
const machine = {
  ...{ flavorId: '2', imageId: 'image-1', networkId: 'network-1', securityGroupIds: ['group-1', 'group-2'] },
  sshUser: 'ubuntu',
};

describe('a pool that somebody has made in Rancher', () => {
  test('is adopted with the defaults of Rancher and Cluster API (S2-022, S2-024)', () => {
    expect(poolOf({ workerRole: true }).spec).toEqual({
      ...{ name: 'pool1', roles: ['worker'], quantity: 1, ...machine, labels: {}, taints: [], paused: false },
      ...{ drainBeforeDelete: false, drainTimeout: 0 },
      ...{ unhealthyNodeTimeout: 0, maxUnhealthy: '100%', nodeStartupTimeout: 600 },
    });
  });

  test('is adopted as Paddock itself would have written it (T21, T26, T27, T28)', () => {
    const spec = aPool({
      ...{ ...machine, roles: ['etcd', 'controlplane', 'worker'], quantity: 3, labels: { tier: 'front' } },
      ...{ taints: [{ key: 'dedicated', value: '', effect: 'NoSchedule' as const }], hostnameLengthLimit: 20 },
      ...{ drainTimeout: 5400, paused: true },
    });
    const ref = { kind: 'OpenstackConfig', name: 'nc' };
    const written = poolInRancher({ spec, configVersion: 1 }, ref, { controlPlane: '1', worker: '1' });
    expect(poolOf(written).spec).toEqual(spec);
    expect(poolOf({ autoscalingMinSize: 2, autoscalingMaxSize: 5, workerRole: true }).spec).toMatchObject({
      ...{ quantity: 2, autoscaling: { min: 2, max: 5 } },
    });
  });

  test('is adopted with its root volume and places', () => {
    const fields = { bootFromVolume: true, volumeSize: '40', volumeType: 'ssd', availabilityZone: 'az-1' };
    expect(poolOf({}, { ...fields, floatingipPool: 'public', sshUser: '' }).spec).toMatchObject({
      ...{ rootVolume: { sizeGb: 40, volumeType: 'ssd' }, availabilityZone: 'az-1', floatingIpPool: 'public' },
      sshUser: 'root',
    });
  });

  test('keeps its machine config until its machines are to be others (T17, S2-013)', () => {
    const pool = poolOf({ workerRole: true });
    const ref = { kind: 'OpenstackConfig', name: 'nc-prod-pool1-x7k2p' };
    const changed = (fields: Partial<typeof pool.spec>) => ({ ...pool, spec: { ...pool.spec, ...fields } });
    expect(adoptedConfigRef(pool)).toEqual(ref);
    expect(adoptedConfigRef(changed({ quantity: 5, labels: { tier: 'front' } }))).toEqual(ref);
    expect(adoptedConfigRef(changed({ flavorId: '3' }))).toBeUndefined();
    const made = machineConfig(
      changed({ flavorId: '3' }),
      { authUrl: 'https://keystone.test' },
      { name: 'prod', labels: {} },
    );
    expect(made.metadata.name).toMatch(/^nc-prod-pool1-[0-9a-f]{10}$/);
    expect(adoptedConfigRef({ spec: pool.spec, configVersion: 1 })).toBeUndefined();
  });

  test.each([
    ['a flavor that is gone', { flavorName: 'gone' }, 'The cloud has no flavor gone.'],
    ['an image that is gone', { imageId: '', imageName: 'gone' }, 'The cloud has no image gone.'],
    ['no network', { netId: null, netName: 'private' }, 'The machine config does not name its network by id.'],
  ])('is not adopted with %s', (_what, fields, said) => {
    expect(adopted({}, fields)).toEqual({ problem: `Pool pool1 cannot be adopted. ${said}` });
  });
});
