import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  changeClusterLabels,
  type UpgradeClusterApiRequest,
  upgradeClusterApi,
} from '#shared/app/cluster-api/upgrade-cluster-api';
import { recordFailure } from '#shared/app/clusters/steps/record-failure';
import type { LabelsChange } from '#shared/domain/cluster-api/change/with-labels';
import { aClusterApiTemplate } from '#test/builders/order-inputs';
import { carriedOut, changeDeps, refused, underChange } from '../_worlds/cluster-api-changes.ts';
import { clusterApiWorldPerFile, readyCluster } from '../_worlds/cluster-api-world.ts';
import { clusterOf } from '../_worlds/step-world.ts';

const world = await clusterApiWorldPerFile();
const begun = await readyCluster(world, { masterCount: 1, nodeCount: 2 });
beforeEach(() => world.management.clearFaults());

const deps = changeDeps(world);
const path = { clusterText: begun.cluster.uuid, correlationId: 'correlation-9' };
const NEXT = { kubernetesVersion: 'v1.34.2', image: 'ubuntu-2204-kube-v1.34.2' };
const upgrade = (request: Partial<UpgradeClusterApiRequest> = {}) =>
  upgradeClusterApi(deps, world.owner, {
    ...path,
    readRequest: () => ({ ...NEXT, isDryRun: false, rootFields: [], ...request }),
  });
const relabel = (labels: LabelsChange, isDryRun = false) =>
  changeClusterLabels(deps, world.owner, { ...path, readRequest: () => ({ labels, rootFields: [], isDryRun }) });
const machines = async () => {
  const api = await world.clusterApi.open(world.managementSettings);
  const kind = { apiVersion: 'cluster.x-k8s.io/v1beta1', kind: 'Machine' };
  const { backendId } = await clusterOf(world, begun);
  const spec = z.looseObject({ version: z.string() });
  const found = await api.list(kind, { 'cluster.x-k8s.io/cluster-name': backendId });
  return found.map((one) => ({ name: one.metadata.name, version: spec.parse(one.spec).version }));
};

describe('labels of a running cluster', () => {
  test('change in place, and the plan names no machine (M22)', async () => {
    const { plan, ...accepted } = await relabel({ auto_healing_enabled: 'false' });
    expect(plan).toMatchObject({
      changes: [{ group: '', field: 'auto_healing_enabled', class: 'in-place' }],
      steps: [],
    });
    await carriedOut(world, begun, { plan, ...accepted });
    expect((await clusterOf(world, begun)).clusterApi?.labels).toMatchObject({ auto_healing_enabled: 'false' });
  });

  test('replace the machines that their class names, the control plane first (M22)', async () => {
    const { plan } = await relabel({ audit_log_enabled: 'true' }, true);
    expect(plan).toMatchObject({
      changes: [{ field: 'audit_log_enabled', class: 'rolls-control-plane' }],
      steps: [{ kind: 'replace', group: 'default-master', count: 1 }],
    });
    const before = await machines();
    await carriedOut(world, begun, await relabel({ audit_log_enabled: 'true' }));
    const after = await machines();
    expect(after).toHaveLength(before.length);
    const kept = after.filter(({ name }) => before.some((one) => one.name === name));
    expect(kept.map(({ name }) => name.includes('default-worker'))).toEqual([true, true]);
  });

  test('are refused by their names: unknown, wrong, immutable, and the version (M20, M22)', async () => {
    expect(await refused(relabel({ audit_log_maxage: '3' }))).toEqual({
      labels: { audit_log_maxage: ['Unknown label. Did you mean "audit_log_max_age"?'] },
    });
    expect(await refused(relabel({ service_cluster_ip_range: '10.253.0.0/16', kube_tag: 'v1.34.2' }))).toEqual({
      labels: {
        service_cluster_ip_range: ['This label of a running cluster cannot be changed.'],
        kube_tag: ['The version of Kubernetes is changed by `upgrade_cluster_api`.'],
      },
    });
    expect(await refused(relabel({ audit_log_max_age: 'old' }))).toEqual({
      labels: { audit_log_max_age: [expect.stringContaining('Enter')] },
    });
  });

  test('switch autoscaling on with bounds, and off with the number that the group has (M17)', async () => {
    await carriedOut(world, begun, await relabel({ auto_scaling_enabled: 'true', max_node_count: '4' }));
    const group = async () => (await clusterOf(world, begun)).clusterApi?.nodeGroups[0];
    expect(await group()).toMatchObject({ isAutoscaled: true, min: 2, max: 4, replicas: 2 });
    await carriedOut(world, begun, await relabel({ auto_scaling_enabled: null, max_node_count: null }));
    expect(await group()).toMatchObject({ isAutoscaled: false, min: 0, replicas: 2 });
  });
});

describe('an upgrade', () => {
  test('is refused before anything is written: downgrades, skipped minor versions, images of another version (M24)', async () => {
    const { version } = await clusterOf(world, begun);
    expect(await refused(upgrade({ kubernetesVersion: 'v1.32.9' }))).toMatchObject({
      kube_tag: ['The cluster runs v1.33.5, and cannot be downgraded.'],
      image_id: [expect.stringContaining('has Kubernetes v1.34.2, and the cluster wants v1.32.9')],
    });
    expect(await refused(upgrade({ kubernetesVersion: 'v1.35.0' }))).toMatchObject({
      kube_tag: [expect.stringContaining('so upgrade it to v1.34 first.')],
    });
    expect(await refused(upgrade({ image: 'none' }))).toEqual({
      image_id: [expect.stringContaining('has no image none')],
    });
    expect((await clusterOf(world, begun)).version).toBe(version);
  });

  test('that failed before Cluster API has it may be given up or go on, from the version that the cluster has (M24)', async () => {
    const failed = underChange(begun, await upgrade());
    expect((await clusterOf(world, begun)).kubernetesVersion).toBe('v1.33.5');
    const failure = { error: 'BackendUnavailable', cause: 'no answer', failedStep: 'ApplyCluster' };
    await recordFailure.call(world.deps, { ...failed.target, ...failure });
    const back = { kubernetesVersion: 'v1.33.5', image: 'ubuntu-2204-kube-v1.33.5' };
    const { plan, ...accepted } = await upgrade(back);
    expect(plan).toEqual({ changes: [], steps: [], objects: [] });
    await carriedOut(world, begun, { plan, ...accepted });
    expect(await clusterOf(world, begun)).toMatchObject({ state: 'OK', kubernetesVersion: 'v1.33.5' });
  });

  test('takes version and image of a template, and nothing else of it (M24)', async () => {
    const { spec } = world.template;
    const template = aClusterApiTemplate({
      ...{ customerUuid: world.project.customerUuid, isPublic: true },
      spec: {
        ...spec,
        imageId: NEXT.image,
        flavorId: '4',
        labels: { kube_tag: NEXT.kubernetesVersion, audit_log_max_age: '3' },
      },
    });
    await world.store.commit(world.store.clusterApiTemplates.insert(template));
    const asked = { templateUuid: template.uuid, rootFields: [], isDryRun: true };
    const { plan } = await upgradeClusterApi(deps, world.owner, { ...path, readRequest: () => asked });
    expect(plan.changes.map(({ field }) => field)).toEqual(
      expect.arrayContaining(['kube_tag', 'cloud_provider_tag', 'image_id']),
    );
    expect(plan.changes.map(({ field }) => field)).not.toEqual(expect.arrayContaining(['audit_log_max_age']));
  });

  test('replaces the control plane and then the workers, and the cluster has its version at the end (M24, M28)', async () => {
    const before = await machines();
    const { plan, ...accepted } = await upgrade({ maxBatchSize: 2 });
    expect(plan.steps).toMatchObject([
      { kind: 'replace', group: 'default-master', count: 1, atOnce: 1 },
      { kind: 'replace', group: 'default-worker', count: 2, atOnce: 2 },
    ]);
    await carriedOut(world, begun, { plan, ...accepted });
    const cluster = await clusterOf(world, begun);
    expect(cluster).toMatchObject({ state: 'OK', kubernetesVersion: 'v1.34.2' });
    expect(cluster.clusterApi?.addOns.cloudProviderVersion).toBe('v1.34.0');
    const after = await machines();
    expect(after.map(({ version }) => version)).toEqual(['v1.34.2', 'v1.34.2', 'v1.34.2']);
    expect(after.filter(({ name }) => before.some((one) => one.name === name))).toEqual([]);
  });

  test('to the version that the cluster has changes nothing (M28)', async () => {
    const { plan, isAccepted } = await upgrade({ maxBatchSize: 2 });
    expect([isAccepted, plan.steps, plan.changes]).toEqual([false, [], []]);
  });
});
