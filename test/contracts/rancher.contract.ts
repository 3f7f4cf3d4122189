import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Connect } from '#shared/adapters/json-client';
import { rancherSessions } from '#shared/adapters/rancher/rancher-sessions';
import { secretName } from '#shared/domain/secret-name';
import type { Rancher } from '#shared/ports/rancher';
import { someRancherSettings } from '#test/builders';
import { backendFailures } from './backend-failures.contract.ts';
import type { Simulator } from './start-simulator.ts';
import { storedSecrets } from './stored-secrets.ts';

export type RancherUnderTest = {
  url: string;
  key: { username: string; password: string };
  /** Present where failures can be planned. */
  simulator?: Simulator;
  /** Lets a machine of both roles join; present where machines can be played. */
  joinMachine?(token: string, name: string): Promise<void>;
  stop(): Promise<void>;
};

const VERSION = 'v1.31.7+rke2r1';
const SETTLES = { timeout: 60_000, interval: 50 };

/** What the rest of the product relies on in every Rancher. */
export function rancherContract(name: string, start: () => Promise<RancherUnderTest>, canFail: boolean): void {
  describe(name, () => {
    let backend: RancherUnderTest;
    let rancher: Rancher;
    const label = { 'paddock.test/run': randomUUID() };
    const names: string[] = [];

    const open = (key: unknown, connect?: Connect): Promise<Rancher> => {
      const settings = someRancherSettings();
      settings.options.backendUrl = backend.url;
      const secrets = storedSecrets(key === undefined ? {} : { [secretName('test', 'rancher', settings.uuid)]: key });
      return rancherSessions({ secrets, stage: 'test', ...(connect && { connect }) }).open(settings);
    };
    const newCluster = (labels: Record<string, string> = label) => {
      const item = { name: `contract-${randomUUID().slice(0, 8)}`, labels, kubernetesVersion: VERSION };
      names.push(item.name);
      return item;
    };
    /** A new cluster that Rancher has given its management id. */
    const aManagedCluster = async () => {
      const { name: clusterName } = await rancher.createProvisioningCluster(newCluster());
      const managementId = async () => (await rancher.findProvisioningCluster(clusterName))?.managementId;
      await expect.poll(managementId, SETTLES).toMatch(/^c-/);
      return { name: clusterName, id: (await managementId()) ?? '' };
    };

    beforeAll(async () => {
      backend = await start();
      rancher = await open(backend.key);
    }, 60_000);
    afterAll(async () => {
      for (const it of names) await rancher.deleteProvisioningCluster(it);
      await backend.stop();
    });

    describe('provisioning clusters', () => {
      test('one that was made is found again by its name and by its labels', async () => {
        const labels = { 'paddock.test/one': randomUUID() };
        const made = await rancher.createProvisioningCluster(newCluster(labels));
        expect(await rancher.findProvisioningCluster(made.name)).toMatchObject({ name: made.name });
        expect(await rancher.listProvisioningClusters(labels)).toMatchObject([{ name: made.name }]);
      });
      test('labels must match all at once', async () => {
        await rancher.createProvisioningCluster(newCluster());
        expect(await rancher.listProvisioningClusters({ ...label, 'paddock.test/other': 'x' })).toEqual([]);
      });
      test('a name that nobody has is not found', async () => {
        expect(await rancher.findProvisioningCluster('contract-nobody')).toBeUndefined();
      });
      test('a name that is taken is a conflict', async () => {
        const item = newCluster();
        await rancher.createProvisioningCluster(item);
        await expect(rancher.createProvisioningCluster(item)).rejects.toMatchObject({ name: 'BackendConflict' });
      });
      test('a deleted one goes with its management cluster, and deleting it again is fine', async () => {
        const cluster = await aManagedCluster();
        await rancher.deleteProvisioningCluster(cluster.name);
        await expect.poll(() => rancher.findProvisioningCluster(cluster.name), SETTLES).toBeUndefined();
        await expect.poll(() => rancher.findCluster(cluster.id), SETTLES).toBeUndefined();
        await rancher.deleteProvisioningCluster(cluster.name);
      });
    });

    describe('management clusters', () => {
      test('one without machines says what it waits for and tells no version or capacity', async () => {
        const cluster = await aManagedCluster();
        const found = await rancher.findCluster(cluster.id);
        expect(found).toMatchObject({ id: cluster.id, name: cluster.name, kubernetesVersion: '', capacity: {} });
        expect(found?.state).not.toBe('active');
        expect(await rancher.listNodes(cluster.id)).toEqual([]);
      });
      test('one that is not there is not found and has no nodes', async () => {
        expect(await rancher.findCluster('c-m-nobody00')).toBeUndefined();
        expect(await rancher.listNodes('c-m-nobody00')).toEqual([]);
      });
      test('a machine that joined becomes an active node with facts, and its cluster active with capacity', async ({
        skip,
      }) => {
        const { joinMachine } = backend;
        if (!joinMachine) return skip('no machine can be played here');
        const [cluster, neighbour] = [await aManagedCluster(), await aManagedCluster()];
        await joinMachine(await issuedToken(cluster.id), 'all-roles-1');
        const state = async () => (await rancher.listNodes(cluster.id)).map((node) => node.state);
        await expect.poll(state, SETTLES).toEqual(['active']);
        const [node] = await rancher.listNodes(cluster.id);
        expect(node).toMatchObject({ hostname: 'all-roles-1', facts: { k8sVersion: VERSION } });
        const { cpuTotal, ramTotal, podsTotal, cpuAllocated, ramAllocated } = node?.facts ?? {};
        expect([cpuTotal, ramTotal, podsTotal, cpuAllocated, ramAllocated]).not.toContain(null);
        await expect.poll(async () => (await rancher.findCluster(cluster.id))?.state, SETTLES).toBe('active');
        const found = await rancher.findCluster(cluster.id);
        expect(found).toMatchObject({ kubernetesVersion: VERSION, capacity: { memory: expect.stringMatching(/Mi$/) } });
        expect(await rancher.listNodes(neighbour.id)).toEqual([]);
      });

      /** The value of a registration token, once Rancher has issued it. */
      async function issuedToken(clusterId: string): Promise<string> {
        const value = async () => (await rancher.listRegistrationTokens(clusterId)).find((it) => it.token)?.token;
        await expect.poll(value, SETTLES).toBeTruthy();
        return (await value()) ?? '';
      }
    });

    describe('registration tokens', () => {
      test('one that was made is found by its labels among its cluster’s, and gets its value in time', async () => {
        const [cluster, neighbour] = [await aManagedCluster(), await aManagedCluster()];
        const made = await rancher.createRegistrationToken(cluster.id, label);
        expect(made).toMatchObject({ id: expect.any(String), labels: label });
        const found = async () => (await rancher.listRegistrationTokens(cluster.id)).find(({ id }) => id === made.id);
        expect(await found()).toMatchObject({ labels: label });
        await expect.poll(async () => (await found())?.token, SETTLES).toMatch(/\S{20,}/);
        const others = await rancher.listRegistrationTokens(neighbour.id);
        expect(others.map(({ id }) => id)).not.toContain(made.id);
      });
      test('a deleted one is gone, and deleting it again is fine', async () => {
        const cluster = await aManagedCluster();
        const { id } = await rancher.createRegistrationToken(cluster.id, label);
        await rancher.deleteRegistrationToken(id);
        const left = await rancher.listRegistrationTokens(cluster.id);
        expect(left.map((token) => token.id)).not.toContain(id);
        await rancher.deleteRegistrationToken(id);
      });
      test('the checksum is that of the certificate as machines download it', async () => {
        const served = await (await fetch(`${backend.url}/cacerts`)).text();
        const expected = served === '' ? '' : createHash('sha256').update(served).digest('hex');
        expect(await rancher.caChecksum()).toBe(expected);
      });
    });

    describe('access', () => {
      test('a key that Rancher does not know is refused by name, without the key in the message', async () => {
        const stranger = await open({ username: 'token-nobody', password: 'wrong-secret' });
        const refusal = stranger.findCluster('c-m-nobody00');
        await expect(refusal).rejects.toMatchObject({ name: 'BackendUnauthorized' });
        await expect(refusal).rejects.not.toThrow(/wrong-secret|token-nobody/);
      });
      test.each([
        ['is missing', undefined],
        ['lacks a part', { username: 'token-abc' }],
      ])('a provider whose secret %s is misconfigured', async (_what, secret) => {
        await expect(open(secret)).rejects.toMatchObject({
          name: 'Misconfigured',
          message: expect.stringContaining('The secret of Rancher rancher-1'),
        });
      });
    });

    describe.runIf(canFail)('on a bad day', () => {
      backendFailures(() => {
        if (!backend.simulator) throw new Error('failures can only be planned on a simulator');
        return {
          simulator: backend.simulator,
          call: async (connect) => (await open(backend.key, connect)).listNodes('c-m-nobody00'),
          path: '^/v3/nodes',
        };
      });
    });
  });
}
