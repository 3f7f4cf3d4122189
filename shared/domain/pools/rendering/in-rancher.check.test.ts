import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { aPool, aPoolCluster, aServerPool } from '#test/builders/pool-builders';
import { eventually } from '#test/simulators/rancher/_core/rancher-client';
import {
  CONFIGS,
  startOpenstack,
  startPools,
  type TestOpenstack,
  type TestPools,
} from '#test/simulators/rancher/pools/pools-under-test';
import type { PoolSpec } from '../../planning/pools/pool-spec.ts';
import { cloudCredential, cloudCredentialRef } from './cloud-credential.ts';
import { machineConfig, machineConfigRef } from './machine-config.ts';
import { provisioningCluster, updatedCluster } from './provisioning-cluster.ts';

const CLUSTER = { name: 'prod', labels: { 'paddock.cloud/cluster': 'c1' } };
const CLUSTERS = '/v1/provisioning.cattle.io.clusters';
const written = z.looseObject({ spec: z.looseObject({ rkeConfig: z.looseObject({}) }) });

let cloud: TestOpenstack;
let rancher: TestPools;
beforeAll(async () => {
  cloud = await startOpenstack();
  rancher = await startPools(cloud);
});
afterAll(async () => {
  await rancher.close();
  await cloud.close();
});

const withConfigs = (pools: readonly PoolSpec[]) =>
  pools.map((spec) => {
    const pool = { spec, configVersion: 1 };
    const config = machineConfig(pool, { authUrl: cloud.auth_url }, CLUSTER);
    return { pool, config, configRef: machineConfigRef(config) };
  });
const rendered = (pools: readonly PoolSpec[]) =>
  provisioningCluster({
    ...{ cluster: CLUSTER, spec: aPoolCluster(), nodeCidrs: [], pools: withConfigs(pools) },
    cloudCredentialRef: cloudCredentialRef('c1'),
  });
const read = async () => written.parse((await rancher.send('GET', `${CLUSTERS}/fleet-default/prod`)).body);

test('Rancher makes the machines of the rendered objects, and an unchanged order writes nothing (T17, T22, S2-001, S2-013, S2-014)', async () => {
  const { application_credential_id: id, application_credential_secret: secret, network_id } = cloud.projects.demo;
  const { type: _type, ...credential } = cloudCredential('c1', CLUSTER, { id, secret });
  const machine = { flavorId: '2', imageId: cloud.images['ubuntu-24.04'] ?? '', networkId: network_id };
  const placed = { ...machine, securityGroupIds: ['default'], rootVolume: { sizeGb: 20 } };
  const idle = aPool({ ...placed, name: 'idle', quantity: 0, hostnameLengthLimit: 20, labels: { tier: 'batch' } });
  const pools = [aServerPool(placed), aPool({ ...placed, quantity: 2 }), idle];

  const answers = [await rancher.send('POST', '/v1/secrets', { ...credential, _type })];
  for (const { config } of withConfigs(pools)) answers.push(await rancher.send('POST', CONFIGS, config));
  answers.push(await rancher.send('POST', CLUSTERS, rendered(pools)));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
  await rancher.running(5, 'prod');
  expect(updatedCluster(await read(), rendered(pools))).toBeUndefined();

  const larger = pools.map((pool) => (pool === idle ? { ...pool, quantity: 1 } : pool));
  // Rancher may write the object between our read and our write. The write then fails with a conflict and is repeated.
  await eventually(async () => {
    const update = updatedCluster(await read(), rendered(larger));
    expect((await rancher.send('PUT', `${CLUSTERS}/fleet-default/prod`, update)).status).toBe(200);
  });
  await rancher.running(6, 'prod');
}, 60_000);
