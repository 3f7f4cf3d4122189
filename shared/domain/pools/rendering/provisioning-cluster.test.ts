import { describe, expect, test } from 'vitest';
import { aPool, aPoolCluster, aServerPool } from '#test/builders/pool-builders';
import type { PoolClusterSpec } from '../../planning/pools/cluster-spec.ts';
import type { PoolSpec } from '../../planning/pools/pool-spec.ts';
import { machineConfig, machineConfigRef } from './machine-config.ts';
import { provisioningCluster, updatedCluster, updatedPools } from './provisioning-cluster.ts';

const CLUSTER = { name: 'prod', labels: { 'paddock.cloud/cluster': 'c1' } };
const CLOUD = { authUrl: 'https://keystone.test/v3' };

function rendered(fields: Partial<PoolClusterSpec> = {}, pools: readonly PoolSpec[] = [aServerPool(), aPool()]) {
  const withConfigs = pools.map((spec) => {
    const pool = { spec, configVersion: 1 };
    return { pool, configRef: machineConfigRef(machineConfig(pool, CLOUD, CLUSTER)) };
  });
  return provisioningCluster({
    ...{ cluster: CLUSTER, spec: aPoolCluster(fields), pools: withConfigs, nodeCidrs: ['192.168.0.0/24'] },
    cloudCredentialRef: 'cattle-global-data:cc-c1',
  });
}
/** The value as JSON, without undefined fields, as the request sends it. */
const sent = <T>(value: T): T => JSON.parse(JSON.stringify(value));
const rke = (fields: Partial<PoolClusterSpec>) => sent(rendered(fields)).spec.rkeConfig;
const poolOf = (fields: Partial<PoolSpec>) => rendered({}, [aPool(fields)]).spec.rkeConfig.machinePools[0];

test('a provisioning cluster names its release, its credential and its pools (S2-001, S2-002, S2-004, S2-032)', () => {
  const { metadata, spec } = rendered({ kubernetesVersion: 'v1.31.7+k3s1' });
  expect(metadata).toEqual({ name: 'prod', namespace: 'fleet-default', labels: CLUSTER.labels });
  expect(spec).toMatchObject({
    ...{ kubernetesVersion: 'v1.31.7+k3s1', cloudCredentialSecretName: 'cattle-global-data:cc-c1' },
    rkeConfig: { machinePools: [{ name: 'servers' }, { name: 'workers' }] },
  });
});

describe('a pool', () => {
  test('has its roles, number and machine config (T21, T22, S2-014)', () => {
    expect(rendered().spec.rkeConfig.machinePools[0]).toMatchObject({
      ...{ name: 'servers', etcdRole: true, controlPlaneRole: true, workerRole: false, quantity: 3, paused: false },
      machineConfigRef: { kind: 'OpenstackConfig', name: expect.stringMatching(/^nc-prod-servers-[0-9a-f]{10}$/) },
    });
  });

  test('has all limits of its health check, or none (T10, T60)', () => {
    expect(poolOf({})).toMatchObject({
      unhealthyNodeTimeout: '5m0s',
      maxUnhealthy: '40%',
      nodeStartupTimeout: '20m0s',
    });
    const never = poolOf({ unhealthyNodeTimeout: 0 });
    expect(Object.keys(never ?? {})).not.toEqual(expect.arrayContaining(['unhealthyNodeTimeout']));
    expect(never).not.toHaveProperty('maxUnhealthy');
  });

  test('drains machines for a time, without a limit, or not at all (T26)', () => {
    expect(poolOf({})).toMatchObject({ drainBeforeDelete: true, drainBeforeDeleteTimeout: '10m0s' });
    expect(poolOf({ drainTimeout: 0 })).not.toHaveProperty('drainBeforeDeleteTimeout');
    expect(poolOf({ drainBeforeDelete: false })).toMatchObject({ drainBeforeDelete: false });
    expect(poolOf({ drainBeforeDelete: false })).not.toHaveProperty('drainBeforeDeleteTimeout');
  });

  test.each([
    [45, '45s'],
    [90, '1m30s'],
    [3600, '1h0m0s'],
    [7265, '2h1m5s'],
  ])('has %i seconds as %s, as Rancher writes them back (T17)', (seconds, text) => {
    expect(poolOf({ drainTimeout: seconds })).toMatchObject({ drainBeforeDeleteTimeout: text });
  });

  test('has both bounds or neither, and no number that the autoscaler changes (T27)', () => {
    expect(poolOf({})).not.toHaveProperty('autoscalingMinSize');
    const scaled = poolOf({ autoscaling: { min: 1, max: 5 } });
    expect(scaled).toMatchObject({ autoscalingMinSize: 1, autoscalingMaxSize: 5 });
    expect(scaled).not.toHaveProperty('quantity');
  });

  test('keeps 0 as a number of machines', () => expect(poolOf({ quantity: 0 })).toMatchObject({ quantity: 0 }));

  test('has labels, taints, a pause and a length of host names (T26, T28)', () => {
    const taints = [{ key: 'dedicated', value: 'db', effect: 'NoSchedule' as const }];
    const fields = { labels: { tier: 'front' }, taints, paused: true, hostnameLengthLimit: 20 };
    expect(poolOf(fields)).toMatchObject(fields);
  });

  test.each<[string, PoolSpec['roles'], string, string, number | string]>([
    ['etcd is replaced one by one', ['etcd'], '3', '3', 1],
    ['control plane follows its concurrency', ['controlplane'], '2', '3', 2],
    ['workers follow theirs', ['worker'], '2', '3', 3],
    ['a share stays a share', ['worker'], '1', '25%', '25%'],
    ['0 is all', ['worker'], '1', '0', '100%'],
  ])(
    '%s, and no machine goes before its replacement has come (T24)',
    (_what, roles, controlPlane, worker, maxSurge) => {
      const { drain } = aPoolCluster().upgradeStrategy;
      const strategy = { controlPlaneConcurrency: controlPlane, workerConcurrency: worker, drain };
      const [pool] = rendered({ upgradeStrategy: strategy }, [aPool({ roles })]).spec.rkeConfig.machinePools;
      expect(pool?.rollingUpdate).toEqual({ maxUnavailable: 0, maxSurge });
    },
  );
});

test('registries have mirrors, rewrites and accounts for a site without internet (T39)', () => {
  const { registries, machineSelectorConfig } = rke({
    systemRegistry: 'registry.test',
    mirrors: [{ registry: 'docker.io', endpoints: ['https://registry.test'], rewrites: { '^(.*)$': 'hub/$1' } }],
    registries: [{ registry: 'registry.test', authSecretName: 'login', caBundle: 'UEVN', skipsVerification: false }],
  });
  expect(registries).toEqual({
    mirrors: { 'docker.io': { endpoint: ['https://registry.test'], rewrite: { '^(.*)$': 'hub/$1' } } },
    configs: { 'registry.test': { authConfigSecretName: 'login', caBundle: 'UEVN', insecureSkipVerify: false } },
  });
  expect(machineSelectorConfig[0]?.config).toMatchObject({ 'system-default-registry': 'registry.test' });
});

test('etcd takes snapshots on its machines and in S3, or none (T40)', () => {
  const s3 = { endpoint: 's3.test', bucket: 'b', folder: 'prod', credentialRef: 'cattle-global-data:cc-s3' };
  const snapshots = { isEnabled: true, schedule: '0 3 * * *', retention: 7, s3: { ...s3, skipsVerification: false } };
  expect(rke({ snapshots }).etcd).toEqual({
    ...{ disableSnapshots: false, snapshotScheduleCron: '0 3 * * *', snapshotRetention: 7 },
    s3: {
      ...{ endpoint: 's3.test', bucket: 'b', folder: 'prod', cloudCredentialName: 'cattle-global-data:cc-s3' },
      skipSSLVerify: false,
    },
  });
  expect(rke({ snapshots: { isEnabled: false, schedule: '', retention: 0 } }).etcd.disableSnapshots).toBe(true);
});

test('the strategy of upgrades has both concurrencies and drains (T41)', () => {
  expect(rke({}).upgradeStrategy).toMatchObject({
    ...{ controlPlaneConcurrency: '1', workerConcurrency: '1' },
    workerDrainOptions: { enabled: true, timeout: 120, gracePeriod: -1 },
  });
});

test('settings of RKE2 that have a field of their own come from it (T37, T38)', () => {
  const { machineGlobalConfig } = rke({ tlsSans: ['api.test'], machineGlobalConfig: { cni: 'calico', debug: true } });
  expect(machineGlobalConfig).toEqual({ cni: 'cilium', debug: true, 'tls-san': ['api.test'] });
});

test('the cluster has its Pod Security template, network policy and own end point (T36)', () => {
  const fields = {
    podSecurityTemplate: 'rancher-restricted',
    networkPolicy: true,
    authorizedEndpoint: { fqdn: 'k.test' },
  };
  expect(rendered(fields).spec).toMatchObject({
    ...{ defaultPodSecurityAdmissionConfigurationTemplateName: 'rancher-restricted', enableNetworkPolicy: true },
    localClusterAuthEndpoint: { enabled: true, fqdn: 'k.test' },
  });
});

describe('a proxy', () => {
  const variables = (fields: Partial<PoolClusterSpec>) => rendered(fields).spec.agentEnvVars;
  test('is not used inside the cluster', () => {
    const proxy = {
      httpProxy: 'http://proxy.test:3128',
      httpsProxy: 'http://proxy.test:3128',
      noProxy: ['.own.test', '.svc'],
    };
    expect(variables({ proxy, clusterCidr: '10.52.0.0/16' })).toEqual([
      { name: 'HTTP_PROXY', value: 'http://proxy.test:3128' },
      { name: 'HTTPS_PROXY', value: 'http://proxy.test:3128' },
      {
        name: 'NO_PROXY',
        value: '127.0.0.0/8,localhost,.svc,.cluster.local,10.52.0.0/16,10.43.0.0/16,192.168.0.0/24,.own.test',
      },
    ]);
  });
  test('that is not set needs no variable', () => {
    expect(variables({})).toEqual([]);
    expect(variables({ proxy: { noProxy: ['.own.test'] } })).toEqual([]);
  });
});

describe('an object that exists', () => {
  const written = (fields: Record<string, unknown> = {}) => {
    const { spec, ...others } = sent(rendered());
    return { ...others, spec: { ...spec, ...fields } };
  };
  test('is not written again when nothing has changed, whatever the order of its keys (T17, S2-013)', () => {
    const { spec } = written();
    const reversed = Object.fromEntries(Object.entries(spec).reverse());
    expect(
      updatedCluster({ ...written(), spec: { ...reversed, fleetAgentDeploymentCustomization: null } }, rendered()),
    ).toBe(undefined);
  });

  test('keeps what Paddock does not set: counters of operations, copies of schemas (T45)', () => {
    const { spec } = written();
    const [servers, workers] = spec.rkeConfig.machinePools;
    const rkeConfig = {
      ...{ ...spec.rkeConfig, rotateCertificates: { generation: 4 } },
      machinePools: [servers, { ...workers, dynamicSchemaSpec: '{}', hostnameLengthLimit: 20, maxUnhealthy: '1' }],
    };
    const off = aPool({ unhealthyNodeTimeout: 0 });
    const update = updatedCluster(written({ rkeConfig }), rendered({}, [aServerPool(), off]));
    expect(update?.spec.rkeConfig).toMatchObject({ rotateCertificates: { generation: 4 } });
    const pools = update?.spec.rkeConfig?.machinePools;
    expect(pools).toMatchObject([{ name: 'servers' }, { name: 'workers', dynamicSchemaSpec: '{}' }]);
    // Settings that the order no longer contains are removed.
    expect(JSON.stringify(pools)).not.toMatch(/hostnameLengthLimit|workers.*maxUnhealthy/);
  });

  test('keeps hooks of drains, and 0 where Rancher writes it (T17, T41)', () => {
    const { spec } = written();
    const { upgradeStrategy } = spec.rkeConfig;
    const hooks = { preDrainHooks: [{ annotation: 'a' }], skipWaitForDeleteTimeoutSeconds: 0 };
    const workerDrainOptions = { ...upgradeStrategy.workerDrainOptions, ...hooks };
    const rkeConfig = { ...spec.rkeConfig, upgradeStrategy: { ...upgradeStrategy, workerDrainOptions } };
    expect(updatedCluster(written({ rkeConfig }), rendered())).toBeUndefined();
  });

  test('loses the pools that are no longer wanted (T11)', () => {
    const update = updatedCluster(written(), rendered({}, [aServerPool()]));
    expect(update?.spec.rkeConfig?.machinePools).toMatchObject([{ name: 'servers' }]);
  });

  test('that somebody else has made gets other pools, and keeps all else (S2-013)', () => {
    const foreign = written({
      kubernetesVersion: 'v1.30.0+rke2r1',
      cloudCredentialSecretName: 'cattle-global-data:theirs',
    });
    expect(updatedPools(foreign, rendered())).toBeUndefined();
    const update = updatedPools(foreign, rendered({ cni: 'calico' }, [aServerPool()]));
    expect(update).toEqual({
      ...foreign,
      spec: { ...foreign.spec, rkeConfig: { ...foreign.spec.rkeConfig, machinePools: expect.any(Array) } },
    });
    expect(update?.spec.rkeConfig?.machinePools).toMatchObject([{ name: 'servers' }]);
  });

  test('changes its release in the same object (T16, S2-005)', () => {
    const update = updatedCluster(written(), rendered({ kubernetesVersion: 'v1.32.3+rke2r1' }));
    expect(update?.spec).toMatchObject({ kubernetesVersion: 'v1.32.3+rke2r1' });
    expect(sent(update?.spec.rkeConfig)).toEqual(written().spec.rkeConfig);
  });
});
