import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { grantClusterAccess, listClusterAccess } from '#shared/app/cluster-access/cluster-access';
import { changed } from '#shared/domain/_core/record';
import { parseKubeconfig } from '#shared/domain/cluster-access/kubeconfig';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { randomIds } from '#shared/runtime/clock-and-ids';
import { KUBECTL, kubectlWith } from '#test/programs/kubectl';
import type { Answered, Person } from '../_worlds/api-under-test.ts';
import { type RancherMarket, rancherMarketPerTest } from '../_worlds/rancher-market.ts';
import { joinMachine } from '../nodes/join-machine.ts';
import { deletedMeanwhile } from '../organizations/deleted-meanwhile.ts';

let now: RancherMarket;
rancherMarketPerTest((opened) => {
  now = opened;
});
let cluster: Cluster;
beforeEach(async () => {
  cluster = await now.aClusterInRancher();
});

const reply = z.object({ config: z.string(), expires_at: z.iso.datetime() });
const ask = (body: object = {}, person: Person = now.market.people.owner, { uuid } = cluster): Promise<Answered> =>
  now.market.ask('POST', `rancher-clusters/${uuid}/kubeconfig/`, { ...person, body });
async function given(body?: object) {
  const answer = await ask(body);
  expect(answer).toMatchObject({ status: 200 });
  const { config, expires_at } = reply.parse(answer.body);
  const { server, caData = '', login } = parseKubeconfig(config);
  return {
    answer,
    config,
    server,
    caData,
    expires: Date.parse(expires_at),
    token: 'token' in login ? login.token : '',
  };
}
const accesses = () => listClusterAccess(now.opened.rancher, cluster);
const statusAt = async (address: string, token: string) =>
  (await fetch(address, { headers: { authorization: `Bearer ${token}` } })).status;
const events = async () => {
  const { body } = await now.market.ask('GET', `events/?scope=${cluster.uuid}`, now.market.people.owner);
  return z.array(z.looseObject({ event_type: z.string() })).parse(body);
};
const become = async (fields: Partial<Cluster>) => {
  const { store, clock } = now.market;
  await store.commit(store.clusters.replace(changed(await store.clusters.get(cluster.uuid), clock.now(), fields)));
};
/** Advances the clock by two hours, so that kubeconfigs with a lifetime up to one hour expire. */
const passTime = () => now.market.clock.advance(7200);

describe('a kubeconfig', () => {
  test('opens its cluster through Rancher, and neither another one nor Rancher itself (S3-029)', async () => {
    await joinMachine(now, cluster);
    const { server, token } = await given();
    const at = ({ backendId }: Cluster) => `${now.simulator.url}/k8s/clusters/${backendId}`;
    expect(server).toBe(`${now.simulator.httpsUrl}/k8s/clusters/${cluster.backendId}`);
    expect(await statusAt(`${at(cluster)}/version`, token)).toBe(200);
    const other = await now.aClusterInRancher();
    expect(await statusAt(`${at(other)}/version`, token)).toBe(403);
    expect(await statusAt(`${now.simulator.url}/v3/clusters`, token)).toBe(401);
    expect(await statusAt(`${now.simulator.url}/v3/users`, token)).toBe(401);
  });

  test.skipIf(KUBECTL === undefined)(
    'works with kubectl as it is, in its cluster alone (apt-get install kubernetes-client) (S3-029)',
    async () => {
      await joinMachine(now, cluster);
      const { config } = await given();
      const { kubectl, close } = kubectlWith(config);
      const other = await now.aClusterInRancher();
      await joinMachine(now, other);
      const elsewhere = kubectlWith(config.replace(cluster.backendId, other.backendId));
      try {
        expect(await kubectl('get nodes -o name')).toMatchObject({ stdout: 'node/one\n', code: 0 });
        expect(await kubectl('create namespace shop')).toMatchObject({ stdout: 'namespace/shop created\n', code: 0 });
        expect(await kubectl('auth can-i delete nodes')).toMatchObject({ stdout: 'yes\n', code: 0 });
        const refused = { stdout: '', stderr: expect.stringContaining('is forbidden'), code: 1 };
        expect(await elsewhere.kubectl('get nodes')).toMatchObject(refused);
      } finally {
        for (const one of [{ close }, elsewhere]) one.close();
      }
    },
  );

  test('trusts Rancher’s certificate authorities, and is not kept by any cache', async () => {
    const { answer, caData } = await given();
    expect(caData).toBe(await now.opened.rancher.caBundle());
    expect(caData).toContain('BEGIN CERTIFICATE');
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store' });
  });

  test('ends after an hour, or when it is asked for', async () => {
    const left = async (body?: object) => Math.round(((await given(body)).expires - Date.now()) / 60_000);
    expect([await left(), await left({ ttl: 600 }), await left({ ttl: 28_800 })]).toEqual([60, 10, 480]);
  });

  test('is audited: to whom, for which cluster, until when and under which key, and never what opens it', async () => {
    const { token, expires } = await given();
    const [id] = token.split(':');
    const event = (await events()).find((it) => it.event_type === 'resource_kubeconfig_issued');
    expect(event).toMatchObject({
      event_type: 'resource_kubeconfig_issued',
      message: `Cluster ${cluster.name} kubeconfig has been issued.`,
      context: {
        ...{ caller_uuid: now.market.people.owner.user.uuid, cluster_uuid: cluster.uuid },
        changes: [{ fields: { kubeconfigToken: { after: id }, kubeconfigExpiresAt: { after: expect.any(String) } } }],
      },
    });
    expect(Date.parse(JSON.stringify(event).match(/"kubeconfigExpiresAt":\{"after":"([^"]+)"/)?.[1] ?? '')).toBe(
      expires,
    );
    expect(JSON.stringify(await events())).not.toContain(token.split(':')[1]);
  });
});

describe('of a cluster’s kubeconfigs', () => {
  test('those that are over go when another one is made; other accounts of the cluster stay', async () => {
    const { rancher } = now.opened;
    const role = { cluster: 'cluster-owner' } as const;
    const argocd = { purpose: 'argocd', role, name: 'Argo CD', description: 'Argo CD', ttlMs: 60_000 } as const;
    const { accountId } = await grantClusterAccess(
      { rancher, ids: randomIds, clock: now.market.clock },
      { cluster, ...argocd },
    );
    await given({ ttl: 60 });
    await given({ ttl: 28_800 });
    passTime();
    await given({ ttl: 28_800 });
    await expect.poll(accesses).toHaveLength(3);
    expect((await accesses()).map(({ id }) => id)).toContain(accountId);
  });

  test('no more are alive than may be, however many ask at the same moment', async () => {
    now.site.kubeconfigsPerCluster = 2;
    await given();
    const answers = await Promise.all([ask(), ask(), ask()]);
    const done = answers.filter(({ status }) => status === 200).length;
    expect(done).toBeLessThanOrEqual(1);
    for (let left = 2; left > done + 1; left -= 1) await given();
    const detail = 'The cluster already has 2 valid kubeconfigs, which is the maximum. Wait until one of them expires.';
    expect(await ask()).toMatchObject({ status: 409, body: { detail } });
    await expect.poll(accesses).toHaveLength(2);
    expect((await events()).filter((event) => event.event_type === 'resource_kubeconfig_issued')).toHaveLength(2);
  });

  test('one that cannot be audited is revoked, and nobody gets it', async () => {
    const { store } = now.market;
    const { recordActivity } = store.audit;
    store.audit.recordActivity = () => Promise.reject(new Error('no room'));
    expect((await ask()).status).toBe(500);
    store.audit.recordActivity = recordActivity;
    await expect.poll(accesses).toEqual([]);
  });

  test('one that was made while Rancher’s list was away is revoked', async () => {
    await now.simulator.plan({ kind: 'status', status: 503, method: 'GET', path: '^/v3/users' });
    expect((await ask()).status).toBe(503);
    await now.simulator.clearFaults();
    await expect.poll(accesses).toEqual([]);
  });

  test('one is revoked when its cluster begins to be deleted meanwhile: the deletion has looked already', async () => {
    deletedMeanwhile(now.market.store, () => become({ state: 'DELETION_SCHEDULED' }));
    expect((await ask()).status).toBe(409);
    await expect.poll(accesses).toEqual([]);
  });
});

describe('a kubeconfig is refused', () => {
  test('to whoever has no right to everything in the cluster, and in read-only mode (S3-029)', async () => {
    const { market, site } = now;
    const place = { scopeType: 'project', scopeUuid: market.projectUuid, customerUuid: market.customerUuid } as const;
    const administrator = await market.person({}, { role: 'PROJECT.ADMIN', ...place });
    const { staff, owner, manager, member, outsider } = market.people;
    const statusFor = async (person: Person) => (await ask({}, person)).status;
    const of = (people: Person[]) => Promise.all(people.map(statusFor));
    expect(await of([staff, owner, manager, administrator, member, outsider])).toEqual([200, 200, 200, 403, 403, 404]);
    site.readOnlyMode = true;
    expect(await of([staff, owner, member])).toEqual([405, 405, 403]);
  });

  test('of a cluster that is not OK, or has not come to Rancher', async () => {
    await become({ backendId: '' });
    expect(await ask()).toMatchObject({ status: 400, body: ['Resource does not have backend ID.'] });
    await become({ state: 'ERRED' });
    expect(await ask()).toMatchObject({ status: 409, body: { detail: 'Valid states for operation: OK.' } });
  });

  test.each([
    [59, 'Ensure this value is greater than or equal to 60.'],
    [28_801, 'Ensure this value is less than or equal to 28800.'],
    ['soon', 'A valid integer is required.'],
  ])('for %s seconds', async (ttl, text) => {
    expect(await ask({ ttl })).toMatchObject({ status: 400, body: { ttl: [text] } });
    await expect.poll(accesses).toEqual([]);
  });
});
