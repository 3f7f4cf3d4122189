import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { grantClusterAccess, listClusterAccess, revokeClusterAccess } from '#shared/app/cluster-access/cluster-access';
import { randomIds, systemClock } from '#shared/runtime/clock-and-ids';
import { aUuid } from '#test/builders/builders';
import { EVENTUALLY, type OpenedRancher } from './rancher-under-test.ts';

const HOUR_MS = 3_600_000;
const VERSION_YAML = { yaml: 'apiVersion: v1\nkind: Namespace\nmetadata: {name: narrow}\n' };
/**
 * Requests that Rancher must refuse if the caller has access to only one cluster. `other` is a cluster that the caller
 * may not use.
 */
const ELSEWHERE = (other: string): [method: string, path: string, body?: object][] => [
  ['GET', `/v3/clusters/${other}`],
  ['DELETE', `/v3/clusters/${other}`],
  ['PUT', `/v3/clusters/${other}`, { name: 'narrow' }],
  ['POST', `/v3/clusters/${other}?action=generateKubeconfig`, {}],
  ['POST', `/v3/clusters/${other}?action=importYaml`, VERSION_YAML],
  ['GET', `/k8s/clusters/${other}/api/v1/namespaces`],
  ['GET', `/k8s/clusters/${other}/version`],
  ['GET', '/k8s/clusters/local/api/v1/namespaces/default'],
  ['GET', '/k8s/clusters/local/api/v1/secrets'],
  ['GET', '/v3/clusters/local'],
  ['GET', '/v1/secrets/cattle-system/tls-rancher'],
  ['POST', '/v1/secrets', { metadata: { name: 'narrow', namespace: 'fleet-default' } }],
  ['POST', '/v1/provisioning.cattle.io.clusters', { metadata: { name: 'narrow', namespace: 'fleet-default' } }],
  ['GET', '/v1/management.cattle.io.users'],
  ['POST', '/v3/users', { username: 'narrow-user', password: 'a-long-password' }],
  ['POST', '/v3/globalrolebindings', { globalRoleId: 'admin', userId: 'u-nobody' }],
  [
    'POST',
    '/v3/clusterroletemplatebindings',
    { clusterId: other, roleTemplateId: 'cluster-owner', userId: 'u-nobody' },
  ],
  ['POST', '/v3/clusterregistrationtokens', { clusterId: other }],
  ['POST', '/v3/projects', { clusterId: other, name: 'narrow' }],
  ['POST', '/v3/settings', { name: 'narrow', value: 'x' }],
  ['POST', '/v3/roletemplates', { name: 'narrow', context: 'cluster' }],
  ['POST', '/v3/clusters', { type: 'cluster', name: 'narrow' }],
];
const kubeconfig = z.object({ users: z.tuple([z.object({ user: z.object({ token: z.string() }) })]) });

/** Cases for an access that is limited to one cluster. Customers' kubeconfigs and Argo CD use such an access. */
export function narrowAccessCases(opened: () => OpenedRancher): void {
  describe('an access to one cluster', () => {
    const made: string[] = [];
    afterEach(async () => {
      for (const id of made.splice(0)) await opened().rancher.deleteAccount(id);
    });
    const grant = async (backendId: string, uuid = aUuid()) => {
      const deps = { rancher: opened().rancher, ids: randomIds, clock: systemClock };
      const wanted = {
        purpose: 'kubeconfig',
        role: { cluster: 'cluster-owner' },
        name: 'a contract case',
        description: 'for a test',
        ttlMs: HOUR_MS,
      } as const;
      const access = await grantClusterAccess(deps, { cluster: { uuid, backendId }, ...wanted });
      made.push(access.accountId);
      return { ...access, uuid };
    };
    const send = async (method: string, path: string, bearer: string, body?: object) => {
      const { url } = opened().backend;
      const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
      const content = body === undefined ? {} : { body: JSON.stringify(body) };
      return fetch(url + path, { method, headers, ...content, signal: AbortSignal.timeout(20_000) });
    };
    const untilOpen = (bearer: string, clusterId: string) =>
      expect.poll(() => opened().rancher.opensCluster(bearer, clusterId), EVENTUALLY).toBe(true);
    const refusals = async (bearer: string, other: string) => {
      const calls = ELSEWHERE(other);
      const answers = await Promise.all(
        calls.map(
          async ([method, path, body]) => `${method} ${path} ${(await send(method, path, bearer, body)).status}`,
        ),
      );
      return { asked: calls.length, opened: answers.filter((answer) => !/ 4\d\d$/.test(answer)) };
    };
    async function generatedWith(bearer: string, clusterId: string): Promise<string> {
      const answer = await send('POST', `/v3/clusters/${clusterId}?action=generateKubeconfig`, bearer, {});
      const { config } = z.object({ config: z.string() }).parse(await answer.json());
      return kubeconfig.parse(parse(config)).users[0].user.token;
    }

    test('is a key that is shown once and ends as asked', async () => {
      const { id: clusterId } = await opened().aManagedCluster();
      const asked = Date.now();
      const { id, bearer, expiresAt = '' } = await grant(clusterId);
      expect(bearer).toMatch(new RegExp(`^${id}:[a-z0-9]{40,}$`));
      expect(Math.abs(Date.parse(expiresAt) - asked - HOUR_MS)).toBeLessThan(60_000);
    });

    test('opens that cluster and is refused everywhere else, and so is what is generated with it (S3-029)', async () => {
      const [mine, other] = [await opened().aManagedCluster(), await opened().aManagedCluster()];
      const { bearer } = await grant(mine.id);
      await untilOpen(bearer, mine.id);
      const first = await refusals(bearer, other.id);
      expect(first.asked).toBeGreaterThanOrEqual(20);
      expect(first.opened).toEqual([]);
      const generated = await generatedWith(bearer, mine.id);
      expect(await opened().rancher.opensCluster(generated, mine.id)).toBe(true);
      expect((await refusals(generated, other.id)).opened).toEqual([]);
    });

    test('ends with its account, and with it what was generated', async () => {
      const { rancher, aManagedCluster } = opened();
      const { id: clusterId } = await aManagedCluster();
      const { bearer, uuid } = await grant(clusterId);
      await untilOpen(bearer, clusterId);
      const generated = await generatedWith(bearer, clusterId);
      const accounts = await listClusterAccess(rancher, { uuid }, 'kubeconfig');
      expect(accounts).toHaveLength(1);
      await revokeClusterAccess(rancher, accounts);
      for (const key of [bearer, generated]) {
        await expect.poll(() => rancher.opensCluster(key, clusterId), EVENTUALLY).toBe(false);
      }
      await expect.poll(() => listClusterAccess(rancher, { uuid }), EVENTUALLY).toEqual([]);
    });

    test('of a cluster that Rancher does not have is none, and leaves no account', async () => {
      const { rancher } = opened();
      const uuid = aUuid();
      await expect(grant('c-m-nobody00', uuid)).rejects.toMatchObject({ name: 'BackendNotFound' });
      await expect.poll(() => listClusterAccess(rancher, { uuid }), EVENTUALLY).toEqual([]);
    });

    test('of an account with another password is refused, without the password in the message', async () => {
      const password = `wrong-${randomUUID()}`;
      const key = opened().rancher.createAccountKey(
        { username: 'admin', password },
        { clusterId: 'c-m-nobody00', description: 'for a test', ttlMs: HOUR_MS },
      );
      await expect(key).rejects.toMatchObject({ name: 'BackendUnauthorized' });
      await expect(key).rejects.not.toThrow(password);
    });
  });
}
