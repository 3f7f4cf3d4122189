import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ObjectKind, WantedObject } from '#shared/ports/cluster-api';
import { type ManagementUnderTest, openManagement } from './management-under-test.ts';

const CONFIG_MAP = { apiVersion: 'v1', kind: 'ConfigMap' };
export const SECRET = { apiVersion: 'v1', kind: 'Secret' };
const CLUSTER_CLASS = { apiVersion: 'cluster.x-k8s.io/v1beta1', kind: 'ClusterClass' };

export const newName = (prefix: string): string => `${prefix}-${randomUUID().slice(0, 8)}`;
const config = (name: string, data: object, labels: Record<string, string> = {}): WantedObject => ({
  ...CONFIG_MAP,
  metadata: { name, labels },
  data,
});

export function objectCases(backend: () => ManagementUnderTest): void {
  const open = (opening = {}) => openManagement(backend(), opening);
  const pathOf = (name: string) => `/api/v1/namespaces/${backend().namespace}/configmaps/${name}`;

  test('an object is applied, found as it is, and applied again with what is left out removed', async () => {
    const api = await open();
    const name = newName('applied');
    const made = await api.apply(config(name, { a: '1', b: '2' }, { 'example.org/of': name }));
    expect(made).toMatchObject({
      ...CONFIG_MAP,
      metadata: { name, labels: { 'example.org/of': name }, annotations: {} },
    });
    expect(made.metadata.creationTimestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect((await api.find(CONFIG_MAP, name))?.data).toEqual({ a: '1', b: '2' });
    await api.apply(config(name, { a: '3' }));
    const found = await api.find(CONFIG_MAP, name);
    expect(found).toMatchObject({ data: { a: '3' }, metadata: { uid: made.metadata.uid, labels: {} } });
    expect(found?.data).toEqual({ a: '3' });
    await api.delete(CONFIG_MAP, name);
  });

  test('fields of others stay, and those that Paddock wants are taken over', async () => {
    const api = await open();
    const name = newName('shared');
    await backend().client.must('POST', pathOf('').slice(0, -1), { ...config(name, { a: 'theirs', c: 'theirs' }) });
    await api.apply(config(name, { a: 'ours' }));
    expect((await api.find(CONFIG_MAP, name))?.data).toEqual({ a: 'ours', c: 'theirs' });
    await api.delete(CONFIG_MAP, name);
  });

  test('a kind of a custom resource definition is read and written like a kind of Kubernetes', async () => {
    const api = await open();
    const name = newName('class');
    const template = {
      ref: { apiVersion: 'infrastructure.cluster.x-k8s.io/v1beta1', kind: 'DevClusterTemplate', name },
    };
    const plane = { apiVersion: 'controlplane.cluster.x-k8s.io/v1beta1', kind: 'KubeadmControlPlaneTemplate', name };
    const spec = { infrastructure: template, controlPlane: { ref: plane } };
    await api.apply({ ...CLUSTER_CLASS, metadata: { name, annotations: { 'example.org/note': 'yes' } }, spec });
    const found = await api.find(CLUSTER_CLASS, name);
    expect(found).toMatchObject({ ...CLUSTER_CLASS, spec, metadata: { annotations: { 'example.org/note': 'yes' } } });
    await api.delete(CLUSTER_CLASS, name);
    await expect.poll(() => api.find(CLUSTER_CLASS, name), { timeout: 10_000 }).toBeUndefined();
  });

  test('a list has the objects with all of the labels, in this namespace only', async () => {
    const api = await open();
    const of = newName('listed');
    const labels = { 'example.org/of': of };
    await api.apply(config(`${of}-1`, {}, { ...labels, 'example.org/part': 'x' }));
    await api.apply(config(`${of}-2`, {}, labels));
    const elsewhere = `/api/v1/namespaces/default/configmaps`;
    await backend().client.must('POST', elsewhere, config(`${of}-3`, {}, labels));
    const namesIn = async (wanted: Record<string, string>) =>
      (await api.list(CONFIG_MAP, wanted)).map(({ metadata }) => metadata.name).toSorted();
    expect(await namesIn(labels)).toEqual([`${of}-1`, `${of}-2`]);
    expect(await namesIn({ ...labels, 'example.org/part': 'x' })).toEqual([`${of}-1`]);
    const [first] = await api.list(CONFIG_MAP, labels);
    expect(first).toMatchObject(CONFIG_MAP);
    for (const name of [`${of}-1`, `${of}-2`]) await api.delete(CONFIG_MAP, name);
    await backend().client.must('DELETE', `${elsewhere}/${of}-3`);
  });

  test('a list is read to its last page', async () => {
    const api = await open();
    const of = newName('many');
    const labels = { 'example.org/of': of };
    const numbers = Array.from({ length: 1010 }, (_one, index) => index);
    const collection = pathOf('').slice(0, -1);
    for (let from = 0; from < numbers.length; from += 100) {
      const some = numbers.slice(from, from + 100);
      await Promise.all(some.map((n) => backend().client.must('POST', collection, config(`${of}-${n}`, {}, labels))));
    }
    const found = await api.list(CONFIG_MAP, labels);
    expect(new Set(found.map(({ metadata }) => metadata.uid)).size).toBe(1010);
    await backend().client.must('DELETE', `${collection}?labelSelector=${encodeURIComponent(`example.org/of=${of}`)}`);
  }, 120_000);

  test('what is not there is undefined, and its deletion is fine', async () => {
    const api = await open();
    expect(await api.find(CONFIG_MAP, 'nobody')).toBeUndefined();
    await api.delete(CONFIG_MAP, 'nobody');
  });

  test.each(['', '.', '..'])('the name %j never becomes a path', async (name) => {
    const api = await open();
    await expect(api.delete(CONFIG_MAP, name)).rejects.toThrow('cannot be part of a URL path');
    await expect(api.find(CONFIG_MAP, name)).rejects.toThrow('cannot be part of a URL path');
  });

  test.each<[string, ObjectKind]>([
    ['a kind of a known group', { apiVersion: 'v1', kind: 'Widget' }],
    ['a group that is not installed', { apiVersion: 'nobody.example.org/v1', kind: 'Widget' }],
  ])('%s that is missing is named (S3-019)', async (_what, kind) => {
    const api = await open();
    const error = { name: 'Misconfigured', message: expect.stringContaining(`the kind Widget of ${kind.apiVersion}`) };
    await expect(api.find(kind, 'x')).rejects.toMatchObject(error);
    await expect(api.list(kind, {})).rejects.toMatchObject(error);
    await expect(api.delete(kind, 'x')).rejects.toMatchObject(error);
  });

  test('an object that breaks rules is refused in Kubernetes’ words', async () => {
    const api = await open();
    await expect(api.apply(config('web', {}, { 'example.org/of': 'a b' }))).rejects.toMatchObject({
      name: 'BackendRejected',
      message: expect.stringContaining('is invalid: metadata.labels: Invalid value: "a b"'),
      details: expect.objectContaining({ status: 422, op: 'applyObject' }),
    });
  });

  test('values of a Secret are in no error', async () => {
    const api = await open();
    const stringData = { password: 'a value that nobody may see' };
    const refusal = api.apply({
      ...SECRET,
      metadata: { name: 'web', labels: { 'example.org/of': 'a b' } },
      stringData,
    });
    const error = await refusal.catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'BackendRejected' });
    expect(String(error)).not.toContain('nobody may see');
  });

  test('a token that is not known, or may only read, is refused with its reason', async ({ skip }) => {
    const forged = await open({ token: 'forged' });
    const refusal = { name: 'BackendUnauthorized', details: expect.objectContaining({ status: 401 }) };
    await expect(forged.list(CONFIG_MAP, {})).rejects.toMatchObject(refusal);
    const { readerToken } = backend();
    if (readerToken === undefined) return skip('this Kubernetes has no reader to try it with');
    const reader = await open({ token: readerToken });
    await expect(reader.apply(config('x', {}))).rejects.toMatchObject({
      name: 'BackendUnauthorized',
      message: expect.stringContaining('cannot patch resource "configmaps"'),
    });
  });
}
