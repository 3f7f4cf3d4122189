import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { BackendUnavailable, ObjectRefused } from '#shared/errors';
import type { ClusterObjects } from '#shared/ports/rancher/cluster-objects';
import { objectRefusalCases } from './object-refusal-cases.ts';
import { objectsIn } from './objects-in.ts';
import type { RancherUnderTest } from './rancher-under-test.ts';

/** A new namespace for each run, because a real server keeps the objects of earlier runs. */
const NAMESPACE = `objects-${randomUUID().slice(0, 8)}`;
const SERVICES = { apiVersion: 'v1', plural: 'services', namespace: NAMESPACE } as const;
const CONFIG_MAPS = { apiVersion: 'v1', plural: 'configmaps', namespace: NAMESPACE } as const;

const service = (name: string, port = 80) => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name, namespace: NAMESPACE },
  spec: { ports: [{ port, targetPort: 8080 }], selector: { app: name } },
});
const configMap = (name: string, data: Record<string, string>) => ({
  ...{ apiVersion: 'v1', kind: 'ConfigMap', data },
  metadata: { name, namespace: NAMESPACE },
});

export type ObjectsUnderTest = {
  backend: Pick<RancherUnderTest, 'url' | 'key' | 'simulator'>;
  rancher: ClusterObjects;
  /**
   * `cluster` returns the id of a cluster that Rancher can reach, and `lostCluster` the id of a cluster that Rancher
   * cannot reach. Each returns undefined if there is no such cluster.
   */
  cluster(): Promise<string | undefined>;
  lostCluster(): Promise<string | undefined>;
};

export function clusterObjectCases(opened: () => ObjectsUnderTest): void {
  describe('objects inside a cluster', () => {
    let id: string | undefined;
    afterAll(async () => {
      if (id !== undefined) await objectsIn(opened().backend, id).delete(`/api/v1/namespaces/${NAMESPACE}`);
    });
    async function open() {
      id ??= await opened().cluster();
      if (id === undefined) return undefined;
      const inside = objectsIn(opened().backend, id);
      await inside.post('/api/v1/namespaces', { metadata: { name: NAMESPACE } });
      return { id, inside, rancher: opened().rancher };
    }

    objectRefusalCases(async () => {
      const at = await open();
      return at && { ...at, namespace: NAMESPACE };
    });

    test('one that is made is found as Kubernetes completes it, and is gone after its deletion', async ({ skip }) => {
      const { rancher, id } = (await open()) ?? skip('no machine can be played here');
      const at = { ...SERVICES, name: 'made' };
      expect(await rancher.findObject(id, at)).toBeUndefined();
      await rancher.createObject(id, SERVICES, service('made'));
      expect(await rancher.findObject(id, at)).toMatchObject({
        ...{ kind: 'Service', metadata: { name: 'made', namespace: NAMESPACE } },
        spec: { type: 'ClusterIP', ports: [{ port: 80, protocol: 'TCP' }] },
      });
      await rancher.deleteObject(id, at);
      await rancher.deleteObject(id, at);
      expect(await rancher.findObject(id, at)).toBeUndefined();
    });

    test('a second one of a name, and one in no namespace, are refused in Kubernetes’ words', async ({ skip }) => {
      const { rancher, id } = (await open()) ?? skip('no machine can be played here');
      await rancher.createObject(id, CONFIG_MAPS, configMap('once', {}));
      const again = rancher.createObject(id, CONFIG_MAPS, configMap('once', {}));
      await expect(again).rejects.toMatchObject({
        ...{ name: 'ObjectRefused', reason: 'AlreadyExists', message: 'configmaps "once" already exists' },
      });
      const nowhere = { ...CONFIG_MAPS, namespace: 'nowhere' };
      const lost = { ...configMap('lost', {}), metadata: { name: 'lost', namespace: 'nowhere' } };
      await expect(rancher.createObject(id, nowhere, lost)).rejects.toMatchObject({
        ...{ reason: 'NotFound', message: 'namespaces "nowhere" not found' },
      });
    });

    test('a refusal names the field that is wrong', async ({ skip }) => {
      const { rancher, id } = (await open()) ?? skip('no machine can be played here');
      const wrong = rancher.createObject(id, SERVICES, service('wrong', 70_000));
      await expect(wrong).rejects.toMatchObject({
        ...{ reason: 'Invalid', problems: [{ field: 'spec.ports[0].port' }] },
        message: expect.stringContaining('must be between 1 and 65535'),
      });
    });

    test('nothing is kept of a dry run', async ({ skip }) => {
      const { rancher, id } = (await open()) ?? skip('no machine can be played here');
      const at = { ...CONFIG_MAPS, name: 'tried' };
      await rancher.createObject(id, CONFIG_MAPS, configMap('tried', { a: '1' }), { dryRun: true });
      await rancher.applyObject(id, at, configMap('tried', { a: '1' }), { dryRun: true });
      expect(await rancher.findObject(id, at)).toBeUndefined();
    });

    test('the kinds of an API version are listed, without parts of objects; a version that is not there has none', async ({
      skip,
    }) => {
      const { rancher, id } = (await open()) ?? skip('no machine can be played here');
      const apps = await rancher.listKinds(id, 'apps/v1');
      expect(apps).toContainEqual({ kind: 'Deployment', plural: 'deployments', isNamespaced: true });
      expect(apps.filter(({ plural }) => plural.includes('/'))).toEqual([]);
      const core = await rancher.listKinds(id, 'v1');
      expect(core).toContainEqual({ kind: 'Namespace', plural: 'namespaces', isNamespaced: false });
      expect(await rancher.listKinds(id, 'apps/v9')).toEqual([]);
      expect(await rancher.listKinds(id, 'nosuch.example.org/v1')).toEqual([]);
    });

    test('an apply with a field that its kind does not have, or with another type of value, names it', async ({
      skip,
    }) => {
      const { rancher, id } = (await open()) ?? skip('no machine can be played here');
      const at = { ...CONFIG_MAPS, name: 'typed' };
      const unknown = rancher.applyObject(id, at, { ...configMap('typed', {}), nosuch: 5 });
      await expect(unknown).rejects.toMatchObject({
        ...{ name: 'ObjectRefused', message: expect.stringContaining('.nosuch: field not declared in schema') },
        problems: [{ field: 'nosuch' }],
      });
      const number = rancher.applyObject(id, at, { ...configMap('typed', {}), data: { a: 1 } });
      await expect(number).rejects.toMatchObject({
        ...{ name: 'ObjectRefused', message: expect.stringContaining('.data.a: expected string') },
        problems: [{ field: 'data.a' }],
      });
    });

    test('an apply makes it, changes what it names, and takes away what it no longer names', async ({ skip }) => {
      const { rancher, id } = (await open()) ?? skip('no machine can be played here');
      const at = { ...CONFIG_MAPS, name: 'applied' };
      await rancher.applyObject(id, at, configMap('applied', { a: '1', b: '1' }));
      await rancher.applyObject(id, at, configMap('applied', { a: '2' }));
      expect(await rancher.findObject(id, at)).toMatchObject({ data: { a: '2' } });
      expect((await rancher.findObject(id, at))?.data).not.toHaveProperty('b');
    });

    test('fields of somebody else are a conflict that names them, until they are taken by force', async ({ skip }) => {
      const { rancher, id, inside } = (await open()) ?? skip('no machine can be played here');
      const at = { ...CONFIG_MAPS, name: 'shared' };
      await inside.applyAs(
        'gitops',
        `/api/v1/namespaces/${NAMESPACE}/configmaps/shared`,
        configMap('shared', { a: 'theirs' }),
      );
      const ours = configMap('shared', { a: 'ours' });
      await expect(rancher.applyObject(id, at, ours)).rejects.toMatchObject({
        ...{ reason: 'Conflict', message: expect.stringContaining('"gitops"'), problems: [{ field: '.data.a' }] },
      });
      await rancher.applyObject(id, at, ours, { force: true });
      expect(await rancher.findObject(id, at)).toMatchObject({ data: { a: 'ours' } });
    });

    test('a replacement has what it says and no more, and an old version is a conflict', async ({ skip }) => {
      const { rancher, id } = (await open()) ?? skip('no machine can be played here');
      const at = { ...CONFIG_MAPS, name: 'replaced' };
      const before = await rancher.createObject(id, CONFIG_MAPS, configMap('replaced', { a: '1', b: '1' }));
      await rancher.replaceObject(id, at, configMap('replaced', { a: '2' }));
      expect((await rancher.findObject(id, at))?.data).toEqual({ a: '2' });
      const late = rancher.replaceObject(id, at, { ...before, data: { a: '3' } });
      await expect(late).rejects.toMatchObject({ name: 'ObjectRefused', reason: 'Conflict' });
    });

    test('a patch changes the given fields, and null removes one', async ({ skip }) => {
      const { rancher, id } = (await open()) ?? skip('no machine can be played here');
      const at = { ...CONFIG_MAPS, name: 'patched' };
      await rancher.createObject(id, CONFIG_MAPS, configMap('patched', { a: '1', b: '1' }));
      await rancher.patchObject(id, at, { data: { a: '2', b: null } });
      expect((await rancher.findObject(id, at))?.data).toEqual({ a: '2' });
      const gone = rancher.patchObject(id, { ...at, name: 'gone' }, { data: {} });
      await expect(gone).rejects.toThrow(ObjectRefused);
    });

    test('a refusal never quotes the values of a secret', async ({ skip }) => {
      const { rancher, id } = (await open()) ?? skip('no machine can be played here');
      const { simulator } = opened().backend;
      const secrets = { apiVersion: 'v1', plural: 'secrets', namespace: NAMESPACE };
      const value = 'aHVzaC1odXNo';
      const body = { kind: 'Status', reason: 'Invalid', message: `data is invalid: ${value}` };
      await simulator?.plan({ kind: 'status', status: 422, path: `/namespaces/${NAMESPACE}/secrets`, body });
      const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'quiet' }, data: { 'no/key': value } };
      const refused = await rancher.createObject(id, secrets, secret).catch((error: unknown) => error);
      await simulator?.clearFaults();
      expect(refused).toBeInstanceOf(ObjectRefused);
      expect(JSON.stringify(refused) + String(refused)).not.toContain(value);
    });

    test('a cluster that Rancher cannot reach is unavailable, not refusing', async ({ skip }) => {
      const id = (await opened().lostCluster()) ?? skip('every cluster is reached');
      const at = { ...CONFIG_MAPS, name: 'any' };
      await expect(opened().rancher.replaceObject(id, at, configMap('any', {}))).rejects.toThrow(BackendUnavailable);
    });
  });
}
