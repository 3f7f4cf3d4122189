import { expect, test } from 'vitest';
import type { ClusterApi, SeenObject } from '#shared/ports/cluster-api';
import { aClass, aCluster, holdsOf, type Wish } from '#test/simulators/cluster-api/under-test';
import { fieldAt } from '#test/simulators/kubernetes/objects/kubernetes-objects';
import { type ManagementUnderTest, openManagement } from './management-under-test.ts';
import { newName, SECRET } from './object-cases.ts';

const CORE = 'cluster.x-k8s.io/v1beta1';
const CLUSTER = { apiVersion: CORE, kind: 'Cluster' };
const MACHINE = { apiVersion: CORE, kind: 'Machine' };
const CONTROL_PLANE = { apiVersion: 'controlplane.cluster.x-k8s.io/v1beta1', kind: 'KubeadmControlPlane' };

const ofCluster = (name: string) => ({ 'cluster.x-k8s.io/cluster-name': name });

/** A cluster of a ClusterClass, from its creation to its deletion. The infrastructure is in memory. */
export function clusterCases(backend: () => ManagementUnderTest): void {
  let api: ClusterApi;
  const name = newName('web');
  const ofClass = newName('class');
  const cluster = () => api.find(CLUSTER, name);
  const machines = () => api.list(MACHINE, ofCluster(name));
  const apply = (wish: Wish = {}) => api.apply(aCluster(name, ofClass, wish));
  const patience = () => ({ timeout: backend().patienceMs, interval: 100 });
  const isAvailable = async () => holdsOf(asKnown(await cluster()), 'Available');
  const untilThere = async (count: number) => {
    await expect.poll(async () => (await machines()).length, patience()).toBe(count);
    await expect.poll(isAvailable, patience()).toBe(true);
  };
  const minutes = 5 * 60_000;

  test(
    'is made of a class, and can be used',
    async () => {
      api = await openManagement(backend());
      for (const object of aClass(ofClass, 'Dev')) await api.apply(object);
      const made = await apply({ workers: 1 });
      expect(made.metadata.name).toBe(name);
      await untilThere(2);
      const secrets = (await api.list(SECRET, ofCluster(name))).map(({ metadata }) => metadata.name);
      const purposes = ['ca', 'sa', 'proxy', 'etcd', 'kubeconfig'];
      expect(secrets).toEqual(expect.arrayContaining(purposes.map((purpose) => `${name}-${purpose}`)));
      const phases = async () => (await machines()).map((one) => fieldAt(one, 'status.phase'));
      await expect.poll(phases, patience()).toEqual(['Running', 'Running']);
      expect(fieldAt(await cluster(), 'status.phase')).toBe('Provisioned');
      expect(fieldAt(await cluster(), 'spec.controlPlaneEndpoint.host')).toBe('127.0.0.1');
    },
    minutes,
  );

  test(
    'takes more workers, and fewer',
    async () => {
      await apply({ workers: 3 });
      await untilThere(4);
      await apply({ workers: 1 });
      await untilThere(2);
    },
    minutes,
  );

  test.each([
    ['v1.35.0', 'version cannot be increased from "1.32.0" to "1.35.0"'],
    ['1.x', 'version must be a valid semantic version'],
  ])('is not upgraded to %s', async (version, words) => {
    await expect(apply({ workers: 1, version })).rejects.toMatchObject({
      name: 'BackendRejected',
      message: expect.stringContaining(words),
      details: expect.objectContaining({ status: 422 }),
    });
  });

  test(
    'is upgraded: other machines of the new version',
    async () => {
      const before = (await machines()).map(({ metadata }) => metadata.uid);
      await apply({ workers: 1, version: 'v1.33.0' });
      const versions = async () => (await machines()).map((one) => fieldAt(one, 'spec.version')).toSorted();
      await expect.poll(versions, patience()).toEqual(['v1.33.0', 'v1.33.0']);
      await untilThere(2);
      for (const { metadata } of await machines()) expect(before).not.toContain(metadata.uid);
      const [plane] = await api.list(CONTROL_PLANE, ofCluster(name));
      expect(fieldAt(plane, 'status.version')).toBe('v1.33.0');
    },
    minutes,
  );

  test(
    'is deleted with all that it has',
    async () => {
      await api.delete(CLUSTER, name);
      await expect.poll(cluster, patience()).toBeUndefined();
      expect(await machines()).toEqual([]);
      expect(await api.list(CONTROL_PLANE, ofCluster(name))).toEqual([]);
      await expect.poll(() => api.list(SECRET, ofCluster(name)), patience()).toEqual([]);
      for (const { apiVersion, kind, metadata } of aClass(ofClass, 'Dev').toReversed()) {
        await api.delete({ apiVersion, kind }, metadata.name);
      }
    },
    minutes,
  );
}

function asKnown(object: SeenObject | undefined) {
  return object && { ...object, metadata: { ...object.metadata, resourceVersion: '' } };
}
