import { describe, expect, test } from 'vitest';
import { aPool, aServerPool } from '#test/builders/pool-builders';
import { type PoolSpec, poolMachineSpec } from '../../planning/pools/pool-spec.ts';
import { POOL_FIELDS } from '../change/field-classes.ts';
import { cloudCredential, cloudCredentialRef } from './cloud-credential.ts';
import { CURRENT_CONFIG_VERSION, contentHash } from './content-hash.ts';
import { differingFields, machineConfig } from './machine-config.ts';

const CLOUD = { authUrl: 'https://keystone.test/v3', region: 'RegionOne' };
const CLUSTER = { name: 'prod', labels: { 'paddock.cloud/cluster': 'c1' } };
const configOf = (spec: PoolSpec, cloud = CLOUD, cluster = CLUSTER) =>
  machineConfig({ spec, configVersion: CURRENT_CONFIG_VERSION }, cloud, cluster);
const nameOf = (fields: Partial<PoolSpec>) => configOf(aPool(fields)).metadata.name;
const full: Partial<PoolSpec> = {
  ...{ rootVolume: { sizeGb: 40, volumeType: 'ssd' }, availabilityZone: 'az-1', serverGroupId: 'g-1' },
  ...{ floatingIpPool: 'public', userData: '#cloud-config\n' },
};

test('a machine config has the fields of Rancher’s OpenStack driver, with numbers as texts (T42, S2-003, S2-022)', () => {
  const { metadata, ...fields } = configOf(aPool(full));
  expect(fields).toEqual({
    ...{ apiVersion: 'rke-machine-config.cattle.io/v1', kind: 'OpenstackConfig' },
    ...{ authUrl: 'https://keystone.test/v3', region: 'RegionOne' },
    ...{ flavorId: 'f-1', imageId: 'i-1', netId: 'n-1', secGroups: 'sg-1,sg-2' },
    ...{ availabilityZone: 'az-1', serverGroupId: 'g-1', floatingipPool: 'public' },
    ...{ bootFromVolume: true, volumeSize: '40', volumeType: 'ssd' },
    ...{ sshUser: 'ubuntu', sshPort: '22', ipVersion: '4', activeTimeout: '900', userDataFile: '#cloud-config\n' },
  });
  expect(metadata).toMatchObject({ namespace: 'fleet-default', labels: CLUSTER.labels });
});

describe('the name of a machine config', () => {
  // Names from the first release with pools. If a release gave other names, Rancher would replace every machine of
  // every pool.
  test.each<[string, PoolSpec, string]>([
    ['of workers', aPool(), 'nc-prod-workers-046f62bc78'],
    ['of servers', aServerPool(), 'nc-prod-servers-a18b906f8f'],
    ['with everything', aPool(full), 'nc-prod-workers-2bf5687d30'],
  ])('%s is the same in every release (S2-013)', (_what, spec, name) => {
    expect(configOf(spec).metadata.name).toBe(name);
  });

  test('is the same for another order of keys, groups and with empty fields (T17, S2-013)', () => {
    const spec = aPool(full);
    const reversed = Object.fromEntries(Object.entries(spec).reverse()) as PoolSpec;
    expect(configOf({ ...reversed, securityGroupIds: ['sg-2', 'sg-1'] })).toEqual(configOf(spec));
    expect(nameOf({ availabilityZone: '', userData: '' })).toBe(nameOf({}));
  });

  const values: Partial<PoolSpec> = {
    ...full,
    flavorId: 'x',
    imageId: 'x',
    networkId: 'x',
    sshUser: 'x',
    securityGroupIds: ['x'],
  };
  test.each(Object.keys(poolMachineSpec.shape) as (keyof PoolSpec)[])(
    'is another one for another %s, which the table calls rolls-pool (T15, S2-007, S2-008)',
    (field) => {
      expect(nameOf({ [field]: values[field] })).not.toBe(nameOf({}));
      expect(POOL_FIELDS[field].class).toBe('rolls-pool');
    },
  );

  test.each<[string, Partial<PoolSpec>]>([
    ['labels (T14)', { labels: { tier: 'front' } }],
    ['taints (T14)', { taints: [{ key: 'dedicated', value: 'db', effect: 'NoSchedule' }] }],
    ['its number of machines', { quantity: 7 }],
    ['how a drain is done (T58)', { drainBeforeDelete: false, drainTimeout: 5 }],
    ['its health checks', { unhealthyNodeTimeout: 60, maxUnhealthy: '1', nodeStartupTimeout: 60 }],
    [
      'its bounds, pause and names of hosts',
      { autoscaling: { min: 1, max: 5 }, paused: true, hostnameLengthLimit: 20 },
    ],
  ])('stays when a pool changes %s', (_what, fields) => expect(nameOf(fields)).toBe(nameOf({})));

  test('differs between pools and clusters with the same content (T19, S2-011)', () => {
    const names = [
      nameOf({}),
      nameOf({ name: 'others' }),
      configOf(aPool(), CLOUD, { ...CLUSTER, name: 'test' }).metadata.name,
      // Both names are cut to the same readable text, so only their hashes differ.
      nameOf({ name: `${'w'.repeat(60)}-a` }),
      nameOf({ name: `${'w'.repeat(60)}-b` }),
    ];
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^nc-[a-z0-9-]{1,47}-[0-9a-f]{10}$/);
  });
});

test('a version of the algorithm that this release does not know is an error', () => {
  const next = CURRENT_CONFIG_VERSION + 1;
  expect(() => contentHash(next, {})).toThrow(
    `This release of Paddock does not know version ${next} of machine configs.`,
  );
});

test('the cloud credential belongs to the cluster and has an application credential (D6)', () => {
  const secret = cloudCredential('c1', CLUSTER, { id: 'ac-1', secret: 's3cret' });
  expect(cloudCredentialRef('c1')).toBe('cattle-global-data:cc-c1');
  expect(secret.metadata).toMatchObject({ name: 'cc-c1', namespace: 'cattle-global-data', labels: CLUSTER.labels });
  expect(secret.stringData).toEqual({
    'openstackcredentialConfig-applicationCredentialId': 'ac-1',
    'openstackcredentialConfig-applicationCredentialSecret': 's3cret',
  });
  expect(JSON.stringify(configOf(aPool()))).not.toContain('s3cret');
});

describe('fields of a machine config that was read', () => {
  // Defaults that Rancher's driver adds, and a field of a newer driver.
  const filled = { volumeSize: '0', endpointType: 'publicURL', configDrive: false, notYetKnown: 'x' };

  test.each<[string, Record<string, unknown>, Partial<PoolSpec>, string[]]>([
    ['are as written, with defaults of the driver', filled, {}, []],
    ['are as written, with everything', {}, full, []],
    ['may be empty', { region: 'RegionOne', availabilityZone: '', serverGroupId: null, bootFromVolume: false }, {}, []],
    ['differ', { flavorId: 'f-2', activeTimeout: '200' }, {}, ['activeTimeout', 'flavorId']],
    ['were added', { availabilityZone: 'az-2', userDataFile: '#!' }, {}, ['availabilityZone', 'userDataFile']],
    ['were taken away', { volumeSize: '0', volumeType: undefined }, full, ['volumeSize', 'volumeType']],
  ])('%s (T17, S2-007)', (_what, found, wanted, differing) => {
    const config = configOf(aPool(wanted));
    expect(differingFields({ ...config, ...found }, config)).toEqual(differing);
  });
});
