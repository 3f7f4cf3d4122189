import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Argocd, ArgocdCluster } from '#shared/ports/argocd';
import {
  type ArgocdUnderTest,
  askKubernetes,
  openArgocd,
  readSecret,
  rewriteSecret,
} from './argocd/argocd-under-test.ts';
import { backendFailures } from './backend-failures.contract.ts';

const aCluster = (fields: Partial<ArgocdCluster> = {}): ArgocdCluster => ({
  secretName: `cluster-${randomUUID().replaceAll('-', '')}`,
  name: 'web',
  server: 'https://rancher.example.org/k8s/clusters/c-m-1234',
  bearerToken: 'token-abc:secret',
  labels: { 'paddock.cloud/cluster': 'abc' },
  ...fields,
});

/** The behaviour that the product expects of every Kubernetes API with an Argo CD. */
export function argocdContract(name: string, start: () => Promise<ArgocdUnderTest>, canFail: boolean): void {
  describe(name, () => {
    let backend: ArgocdUnderTest;
    let argocd: Argocd;
    const made: string[] = [];
    beforeAll(async () => {
      backend = await start();
      argocd = await openArgocd(backend);
    }, 60_000);
    afterAll(() => backend.stop());
    afterEach(async () => {
      for (const secret of made.splice(0)) await askKubernetes(backend, 'DELETE', secret);
    });
    const put = async (cluster: ArgocdCluster) => {
      made.push(cluster.secretName);
      await argocd.putCluster(cluster);
    };

    test('a cluster is a labelled Secret with name, server and the bearer token (S0-195)', async () => {
      const cluster = aCluster({ caData: 'a certificate', labels: { 'k8s.waldur.com/longhorn-enabled': 'true' } });
      await put(cluster);
      const { metadata, data } = await readSecret(backend, cluster.secretName);
      expect(metadata.labels).toEqual({
        'argocd.argoproj.io/secret-type': 'cluster',
        'k8s.waldur.com/longhorn-enabled': 'true',
      });
      const { config = '', ...named } = data;
      expect(named).toEqual({ name: 'web', server: cluster.server });
      expect(JSON.parse(config)).toEqual({
        bearerToken: 'token-abc:secret',
        tlsClientConfig: { insecure: false, caData: Buffer.from('a certificate').toString('base64') },
      });
      expect(await argocd.hasCluster(cluster.secretName)).toBe(true);
    });

    test('put again it is brought up to date, and what others have written beside stays', async () => {
      const cluster = aCluster();
      await put(cluster);
      const theirs = { 'team.example.org/owner': 'ops' };
      await rewriteSecret(backend, cluster.secretName, { labels: theirs });
      await put({ ...cluster, bearerToken: 'token-def:secret' });
      const { metadata, data } = await readSecret(backend, cluster.secretName);
      expect(metadata.labels).toMatchObject({ ...theirs, 'paddock.cloud/cluster': 'abc' });
      expect(data.config).toContain('token-def:secret');
    });

    test('a Secret of somebody else under its name is never taken over', async () => {
      const cluster = aCluster();
      const { secretName } = cluster;
      made.push(secretName);
      const data = {
        server: Buffer.from('https://elsewhere.example.org').toString('base64'),
        name: Buffer.from('theirs').toString('base64'),
      };
      await askKubernetes(backend, 'POST', secretName, { metadata: { name: secretName }, data });
      await expect(argocd.putCluster(cluster)).rejects.toMatchObject({
        name: 'BackendConflict',
        message: expect.stringMatching(
          /failed with 2 conflicts: conflicts with .* using v1:\s- \.data\.name\s- \.data\.server/,
        ),
      });
      expect((await readSecret(backend, secretName)).data.server).toBe('https://elsewhere.example.org');
    });

    test('what somebody else has changed in it since is not put back', async () => {
      const cluster = aCluster();
      await put(cluster);
      const theirs = 'https://elsewhere.example.org';
      await rewriteSecret(backend, cluster.secretName, { data: { server: theirs } });
      await expect(argocd.putCluster(cluster)).rejects.toMatchObject({
        name: 'BackendConflict',
        message: expect.stringMatching(/Apply failed with 1 conflict: .*\.data\.server/),
      });
      expect((await readSecret(backend, cluster.secretName)).data.server).toBe(theirs);
      await argocd.putCluster({ ...cluster, server: theirs, bearerToken: 'token-def:secret' });
      expect((await readSecret(backend, cluster.secretName)).data.config).toContain('token-def:secret');
    });

    test('labels are added to what it has by others, and are remembered as the options’ ', async () => {
      const { secretName, ...cluster } = aCluster();
      await put({ secretName, ...cluster });
      const { version = '', labels, fromOptions } = (await argocd.findLabels(secretName)) ?? {};
      expect(fromOptions).toEqual({});
      await argocd.addLabels(secretName, { version, labels: { env: 'test' }, fromOptions: { env: 'test' } });
      await put({ secretName, ...cluster, bearerToken: 'token-def:secret' });
      const found = await argocd.findLabels(secretName);
      expect(found).toMatchObject({ labels: { ...labels, env: 'test' }, fromOptions: { env: 'test' } });
      expect((await readSecret(backend, secretName)).data.config).toContain('token-def:secret');
    });

    test('labels are not added to a version that is over, nor to a Secret that is not there', async () => {
      const cluster = aCluster();
      await put(cluster);
      const { version = '' } = (await argocd.findLabels(cluster.secretName)) ?? {};
      await rewriteSecret(backend, cluster.secretName, { labels: { theirs: 'x' } });
      const change = { version, labels: { env: 'test' }, fromOptions: { env: 'test' } };
      await expect(argocd.addLabels(cluster.secretName, change)).rejects.toMatchObject({ name: 'BackendConflict' });
      expect((await readSecret(backend, cluster.secretName)).metadata.labels).not.toHaveProperty('env');
      const nobody = aCluster().secretName;
      expect(await argocd.findLabels(nobody)).toBeUndefined();
      await expect(argocd.addLabels(nobody, change)).rejects.toMatchObject({ name: 'BackendNotFound' });
      expect(await argocd.hasCluster(nobody)).toBe(false);
    });

    test('a deleted one is gone, and deleting it again is fine', async () => {
      const cluster = aCluster();
      await put(cluster);
      await argocd.deleteCluster(cluster.secretName);
      expect(await argocd.hasCluster(cluster.secretName)).toBe(false);
      await argocd.deleteCluster(cluster.secretName);
    });

    describe('the check', () => {
      test('says that all is well, and leaves nothing', async () => {
        expect(await argocd.check()).toEqual([
          { option: 'argocd_k8s_kubeconfig', ok: true, message: 'The API accepts the credential.' },
          {
            option: 'argocd_k8s_namespace',
            ok: true,
            message: `The credential can manage Secrets in namespace ${backend.namespace}.`,
          },
        ]);
      });

      test('says that the credential is not accepted', async () => {
        const kubeconfig = backend.kubeconfig.replace(/token: .*/, 'token: forged');
        const [check, ...others] = await (await openArgocd(backend, { kubeconfig })).check();
        expect(others).toEqual([]);
        expect(check).toMatchObject({ option: 'argocd_k8s_kubeconfig', ok: false });
        expect(check?.message).toMatch(/^The API does not accept the credential; make a new one\. .* 401/);
        expect(check?.message).not.toContain('forged');
      });

      test('says that the namespace is not there, and makes none', async () => {
        const elsewhere = await openArgocd(backend, { namespace: 'paddock-absent' });
        const message = 'There is no namespace paddock-absent: enter the namespace that Argo CD runs in.';
        const missing = { option: 'argocd_k8s_namespace', ok: false, message };
        expect((await elsewhere.check())[1]).toEqual(missing);
        expect((await elsewhere.check())[1]).toEqual(missing);
      });

      test('says which rights it lacks', async ({ skip }) => {
        const { readerKubeconfig } = backend;
        if (readerKubeconfig === undefined) return skip('this Kubernetes has no reader to try it with');
        const [, check] = await (await openArgocd(backend, { kubeconfig: readerKubeconfig })).check();
        const message = `The credential may not create, patch, delete secrets in namespace ${backend.namespace}: grant this right by a Role in that namespace.`;
        return expect(check).toEqual({ option: 'argocd_k8s_namespace', ok: false, message });
      });
    });

    describe.runIf(canFail)('on a bad day', () => {
      backendFailures(() => {
        if (!backend.simulator) throw new Error('failures can only be planned on a simulator');
        return {
          simulator: backend.simulator,
          call: async (connect) => (await openArgocd(backend, { connect })).hasCluster('cluster-nobody'),
          path: 'secrets/cluster-nobody$',
        };
      });
    });
  });
}
