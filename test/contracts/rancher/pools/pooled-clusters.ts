import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { PoolSpec } from '#shared/domain/planning/pools/pool-spec';
import { cloudCredential, cloudCredentialRef } from '#shared/domain/pools/rendering/cloud-credential';
import { machineConfig, machineConfigRef } from '#shared/domain/pools/rendering/machine-config';
import { provisioningCluster } from '#shared/domain/pools/rendering/provisioning-cluster';
import type { ClusterInRancher } from '#shared/ports/rancher/rancher-objects';
import { aPool, aPoolCluster, aServerPool } from '#test/builders/pool-builders';
import { EVENTUALLY, type OpenedRancher } from '../rancher-under-test.ts';
import type { PoolCloud } from './cloud-beside.ts';

export const NO_CLOUD = 'Rancher has no cloud here in which it could make machines';

/** All objects of one cluster with pools, as Paddock renders them. */
export function renderedObjects({ backend, newCluster }: OpenedRancher, cloud: PoolCloud) {
  const uuid = randomUUID().replaceAll('-', '');
  const { name } = newCluster();
  const cluster = { name, labels: { 'paddock.test/cluster': uuid } };
  const configOf = (spec: PoolSpec) => machineConfig({ spec, configVersion: 1 }, { authUrl: cloud.authUrl }, cluster);
  return {
    ...{ name, labels: cluster.labels, configOf, url: backend.url },
    credential: cloudCredential(uuid, cluster, cloud.credential),
    clusterOf: (pools: readonly PoolSpec[]) =>
      provisioningCluster({
        ...{ cluster, spec: aPoolCluster(), nodeCidrs: [], cloudCredentialRef: cloudCredentialRef(uuid) },
        pools: pools.map((spec) => ({
          pool: { spec, configVersion: 1 },
          configRef: machineConfigRef(configOf(spec)),
        })),
      }),
  };
}

type Numbers = { workers: number; servers?: number };
export const poolsIn = ({ machine }: Pick<PoolCloud, 'machine'>, { workers, servers = 1 }: Numbers): PoolSpec[] => [
  aServerPool({ ...machine, quantity: servers }),
  aPool({ ...machine, quantity: workers, drainBeforeDelete: false }),
];

export type PooledCluster = ReturnType<typeof renderedObjects> & { id: ClusterInRancher };

export type BothClusters = { cloud: PoolCloud; own: PooledCluster; other: PooledCluster };
/** Returns the two clusters. Calls `skip` if the Rancher under test cannot create machines. */
export type Clusters = (skip: (why: string) => never) => Promise<BothClusters>;

export async function orderedCluster(
  opened: OpenedRancher,
  cloud: PoolCloud,
  pools: readonly PoolSpec[],
): Promise<PooledCluster> {
  const objects = renderedObjects(opened, cloud);
  const { rancher } = opened;
  await rancher.ensureCloudCredential(objects.credential);
  for (const spec of pools) await rancher.ensureMachineConfig(objects.configOf(spec));
  await rancher.createPoolCluster(objects.clusterOf(pools));
  const managementId = async () => (await rancher.findProvisioningCluster(objects.name))?.managementId ?? '';
  await expect.poll(managementId, EVENTUALLY).toMatch(/^c-/);
  return { ...objects, id: { backendId: await managementId(), name: objects.name } };
}

export const running = ({ rancher }: OpenedRancher, { id }: PooledCluster, count: number) =>
  expect
    .poll(
      async () => (await rancher.listPoolMachines(id)).map(({ phase, isReady }) => `${phase} ${isReady}`),
      EVENTUALLY,
    )
    .toEqual(Array(count).fill('Running true'));

/**
 * Deletes a cluster and waits until its machines are gone. Then deletes the machine configs and cloud credentials with
 * the cluster's labels.
 */
export async function removeCluster({ rancher }: OpenedRancher, { id, name, labels }: PooledCluster): Promise<void> {
  await rancher.deleteProvisioningCluster(name);
  await expect.poll(() => rancher.findProvisioningCluster(name), EVENTUALLY).toBeUndefined();
  await expect.poll(() => rancher.listPoolMachines(id), EVENTUALLY).toEqual([]);
  for (const config of await rancher.listMachineConfigs(labels)) await rancher.deleteMachineConfig(config);
  for (const credential of await rancher.listCloudCredentials(labels)) await rancher.deleteCloudCredential(credential);
}

type Access = Pick<OpenedRancher, 'backend'>;
/** Calls Rancher's API directly, without the adapter. */
export async function byHand({ backend }: Access, method: string, path: string, body?: object) {
  const { url, key } = backend;
  const authorization = `Basic ${Buffer.from(`${key.username}:${key.password}`).toString('base64')}`;
  const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
  const answer = await fetch(url + path, {
    ...{ method, headers: { authorization, 'content-type': type }, signal: AbortSignal.timeout(10_000) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
}
