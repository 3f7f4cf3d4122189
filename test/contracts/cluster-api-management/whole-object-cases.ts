import { expect, test } from 'vitest';
import { COPIED_KINDS } from '#shared/domain/cluster-api/state-backup/whole-object';
import { type ManagementUnderTest, openManagement } from './management-under-test.ts';
import { newName } from './object-cases.ts';

const CONFIG_MAP = { apiVersion: 'v1', kind: 'ConfigMap' };
const CLUSTER_CLASS = { apiVersion: 'cluster.x-k8s.io/v1beta1', kind: 'ClusterClass' };
const SPEC = {
  infrastructure: {
    ref: { apiVersion: 'infrastructure.cluster.x-k8s.io/v1beta1', kind: 'DevClusterTemplate', name: 'none' },
  },
};

/**
 * Tests the calls that are needed to copy objects: lists of objects with all fields, and creation with finalizers and
 * owners.
 */
export function wholeObjectCases(backend: () => ManagementUnderTest): void {
  const open = () => openManagement(backend());

  test('an object is created with its finalizers and owners, and listed with all of its fields (S3-020)', async () => {
    const api = await open();
    const name = newName('whole');
    const labels = { 'example.org/of': name };
    const owner = await api.create({
      ...CONFIG_MAP,
      metadata: { name, labels, ownerReferences: [] },
      data: { a: '1' },
    });
    const reference = { ...CONFIG_MAP, name, uid: owner.metadata.uid, controller: true, blockOwnerDeletion: true };
    const metadata = { name: `${name}-owned`, labels, ownerReferences: [reference] };
    await api.create({ ...CONFIG_MAP, metadata: { ...metadata, finalizers: ['example.org/kept'] }, data: {} });
    const found = (await api.listWhole(CONFIG_MAP)).filter((one) => one.metadata.labels?.['example.org/of'] === name);
    expect(found.map((one) => one.metadata.name)).toEqual([name, `${name}-owned`]);
    expect(found[0]).toMatchObject({ ...CONFIG_MAP, data: { a: '1' } });
    expect(found[1]?.metadata).toMatchObject({ finalizers: ['example.org/kept'], ownerReferences: [reference] });
    const released = { ...CONFIG_MAP, metadata: { name: `${name}-owned`, finalizers: [] } };
    await api.merge(released);
    await api.delete(CONFIG_MAP, name);
    const left = async () => (await api.listWhole(CONFIG_MAP)).some((one) => one.metadata.name.startsWith(name));
    await expect.poll(left, { timeout: 10_000 }).toBe(false);
  });

  test('every kind that a copy has is served (S3-020)', async () => {
    const api = await open();
    const { all, openstack, 'in-memory': inMemory } = COPIED_KINDS;
    // Real managers run with the in-memory provider, without the OpenStack provider. Their API lacks the OpenStack
    // kinds.
    const kinds = [...all, ...inMemory, ...(backend().simulator ? openstack : [])];
    const lists = await Promise.all(kinds.map((kind) => api.listWhole(kind)));
    expect(lists).toHaveLength(kinds.length);
  });

  test('an object that is there is not created again', async () => {
    const api = await open();
    const object = { ...CONFIG_MAP, metadata: { name: newName('twice'), ownerReferences: [] }, data: { a: '1' } };
    await api.create(object);
    await expect(api.create({ ...object, data: { a: '2' } })).rejects.toMatchObject({ name: 'BackendConflict' });
    expect((await api.find(CONFIG_MAP, object.metadata.name))?.data).toEqual({ a: '1' });
    await api.delete(CONFIG_MAP, object.metadata.name);
  });

  test('a change is merged into what is there, and into nothing that is not', async () => {
    const api = await open();
    const name = newName('merged');
    const plane = { ref: { apiVersion: 'v1', kind: 'KubeadmControlPlaneTemplate', name } };
    await api.create({
      ...CLUSTER_CLASS,
      metadata: { name, ownerReferences: [] },
      spec: { ...SPEC, controlPlane: plane },
    });
    await api.merge({ ...CLUSTER_CLASS, metadata: { name }, spec: { controlPlane: { ref: { name: 'another' } } } });
    expect((await api.find(CLUSTER_CLASS, name))?.spec).toMatchObject({
      ...SPEC,
      controlPlane: { ref: { ...plane.ref, name: 'another' } },
    });
    await api.delete(CLUSTER_CLASS, name);
    const missing = api.merge({ ...CONFIG_MAP, metadata: { name }, data: { a: '1' } });
    await expect(missing).rejects.toMatchObject({ name: 'BackendNotFound' });
    expect(await api.find(CONFIG_MAP, name)).toBeUndefined();
  });
}
