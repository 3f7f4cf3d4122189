import { beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { rotateClusterApi } from '#shared/app/cluster-api/rotate-cluster-api';
import { applyCluster } from '#shared/app/cluster-api/steps/apply-cluster';
import { beginClusterApiChange, finishClusterApiChange } from '#shared/app/cluster-api/steps/change-records';
import { checkCredential } from '#shared/app/cluster-api/steps/check-credential';
import {
  deleteCloudCredential,
  deleteFormerCredentials,
  ensureCloudCredential,
} from '#shared/app/pools/steps/cloud-credential';
import { KINDS } from '#shared/domain/cluster-api/kubernetes-object';
import { changeDeps, underChange } from '../_worlds/cluster-api-changes.ts';
import { clusterApiWorldPerFile, readyCluster, watchedCluster } from '../_worlds/cluster-api-world.ts';
import { type Begun, clusterOf, EVENTUALLY, stateOf } from '../_worlds/step-world.ts';

const world = await clusterApiWorldPerFile({ infrastructure: 'openstack' });
const { deps, management, owner } = world;
const LABELS = { overrides: { labels: { manila_csi_enabled: 'false' } } };
const RESTART_SECONDS = 300;
const CSI = {
  kind: 'Deployment',
  spec: {
    template: {
      metadata: { labels: { app: 'csi' } },
      spec: {
        containers: [{ name: 'csi', image: 'registry.k8s.io/provider-os/cinder-csi-plugin:v1' }],
        volumes: [{ name: 'config', secret: { secretName: 'cloud-config' } }],
      },
    },
  },
};
const CALICO = { kind: 'DaemonSet', spec: { template: { spec: { volumes: [], containers: [] } } } };

beforeAll(async () => {
  await management.setDelays({ pace: 0.001 });
  const api = await world.clusterApi.open(world.managementSettings);
  for (const [name, manifest] of Object.entries({
    'paddock-calico-v3.32.1': CALICO,
    'paddock-cinder-csi-v1.32.0': CSI,
  })) {
    await api.apply({ ...KINDS.configMap, metadata: { name }, data: { 'all.yaml': JSON.stringify(manifest) } });
  }
});

const credentialsOf = async ({ cluster }: Begun) =>
  ((await stateOf(world.cloud)).application_credentials ?? []).filter((row) =>
    JSON.stringify(row).includes(cluster.uuid),
  );
const idsOf = async (begun: Begun) => (await credentialsOf(begun)).map(({ id }) => String(id)).sort();

const decoded = (value: string): string => Buffer.from(value, 'base64').toString();

async function secretText(begun: Begun, suffix: string): Promise<string> {
  const api = await world.clusterApi.open(world.managementSettings);
  const { clusterApi } = await clusterOf(world, begun);
  const found = await api.find(KINDS.secret, `${clusterApi?.capiName}${suffix}`);
  const values = Object.values(Object(found?.data)).map((value) => decoded(String(value)));
  // The Secret contains an encoded Secret for the workload cluster. This inner Secret is decoded too.
  return values.join('\n').replaceAll(/cloud\.conf: "?([\w+/=]+)"?/g, (_, value) => decoded(value));
}

const asked = ({ cluster }: Begun, isDryRun = false) => ({
  ...{ clusterText: cluster.uuid, correlationId: 'rotation' },
  readRequest: () => ({ what: 'credential' as const, isDryRun }),
});
const rotate = (begun: Begun, isDryRun = false) => rotateClusterApi(changeDeps(world), owner, asked(begun, isDryRun));

/** Runs a rotation until Cluster API has the new credential. */
async function written(begun: Begun): Promise<Begun> {
  const changing = underChange(begun, await rotate(begun));
  expect(await beginClusterApiChange.call(deps, changing.target)).toEqual({ rotatesCredential: true });
  for (const step of [ensureCloudCredential, applyCluster]) await step.call(deps, changing.target);
  expect(await watchedCluster(world, changing)).toMatchObject({ output: { ready: true } });
  return changing;
}
const answer = z.object({ taken: z.boolean() });
const isTaken = async ({ target }: Begun) => answer.parse(await checkCredential.call(deps, target)).taken;

test('a rotation gives a cluster a new application credential, and deletes the former one only when the cluster uses the new one (M27)', async () => {
  const begun = await readyCluster(world, LABELS);
  const [former = ''] = await idsOf(begun);
  const changing = await written(begun);
  const [one = '', other = ''] = await idsOf(begun);
  const created = one === former ? other : one;
  expect([one, other]).toContain(former);
  for (const suffix of ['-cloud-config', '-cloud-provider']) {
    const text = await secretText(begun, suffix);
    expect(text).toContain(created);
    expect(text).not.toContain(former);
  }
  expect(await secretText(begun, '-cloud-provider')).toContain('paddock.cloud/credential');
  expect(await secretText(begun, '-paddock-cinder-csi-v1.32.0')).toContain('paddock.cloud/credential');
  const noted = async () => {
    await isTaken(changing);
    return (await clusterOf(world, begun)).clusterApiChange?.credentialWrittenAt;
  };
  await vi.waitFor(async () => expect(await noted()).toBeDefined(), EVENTUALLY);
  expect(await isTaken(changing)).toBe(false);
  world.clock.advance(RESTART_SECONDS);
  expect(await isTaken(changing)).toBe(true);
  for (const step of [deleteFormerCredentials, finishClusterApiChange]) await step.call(deps, changing.target);
  expect(await idsOf(begun)).toEqual([created]);
  expect(await clusterOf(world, begun)).toMatchObject({ state: 'OK', clusterApi: { credentialGeneration: 1 } });
});

test('while Cluster API has not written the new credential into the cluster, the former one stays (M27)', async () => {
  const begun = await readyCluster(world, LABELS);
  const api = await world.clusterApi.open(world.managementSettings);
  const { clusterApi } = await clusterOf(world, begun);
  const { metadata } = (await api.find(KINDS.cluster, clusterApi?.capiName ?? '')) ?? expect.fail('no cluster');
  await api.merge({ ...KINDS.cluster, metadata: { name: metadata.name }, spec: { paused: true } });
  const changing = underChange(begun, await rotate(begun));
  await beginClusterApiChange.call(deps, changing.target);
  for (const step of [ensureCloudCredential, applyCluster]) await step.call(deps, changing.target);
  world.clock.advance(2 * RESTART_SECONDS);
  expect([await isTaken(changing), await isTaken(changing)]).toEqual([false, false]);
  expect(await idsOf(begun)).toHaveLength(2);
  await deleteCloudCredential.call(deps, changing.target);
  expect(await idsOf(begun)).toEqual([]);
});

test('a dry run names the objects that are written, and makes no credential (M27)', async () => {
  const begun = await readyCluster(world, LABELS);
  const before = await idsOf(begun);
  const { plan, isAccepted } = await rotate(begun, true);
  const { capiName = '' } = (await clusterOf(world, begun)).clusterApi ?? {};
  expect(isAccepted).toBe(false);
  expect(plan).toEqual({
    changes: [{ group: '', field: 'application_credential', class: 'in-place' }],
    steps: [],
    objects: [`Secret ${capiName}-cloud-config`, `Secret ${capiName}-cloud-provider`],
  });
  expect(await idsOf(begun)).toEqual(before);
});

test('a repeated rotation makes one new credential, and a lost one keeps the former from being deleted (M27)', async () => {
  const begun = await readyCluster(world, LABELS);
  const changing = await written(begun);
  await ensureCloudCredential.call(deps, changing.target);
  const ids = await idsOf(begun);
  expect(ids).toHaveLength(2);
  const { tenantUuid } = await clusterOf(world, begun);
  const session = await world.openstack.open(await world.store.tenants.get(tenantUuid));
  const newest = (await session.listApplicationCredentials()).find(
    ({ name }) => name.includes(begun.cluster.uuid) && name.endsWith('-1'),
  );
  await session.deleteApplicationCredential(newest?.id ?? '');
  await expect(deleteFormerCredentials.call(deps, changing.target)).rejects.toThrow(
    'Paddock keeps the former credential.',
  );
  expect(await idsOf(begun)).toHaveLength(1);
});
