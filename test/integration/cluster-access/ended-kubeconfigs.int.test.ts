import { expect, test } from 'vitest';
import { grantClusterAccess, listClusterAccess } from '#shared/app/cluster-access/cluster-access';
import type { Uuid } from '#shared/domain/_core/identifier';
import { changed } from '#shared/domain/_core/record';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { aCluster } from '#test/builders/builders';
import { accountsBedPerFile } from './accounts-bed.ts';

const bed = await accountsBedPerFile();
const { store, rancher, clock, deps, pass, followed, person, grant, revoke } = bed;

const issued = (cluster: Cluster, userUuid?: Uuid) =>
  grantClusterAccess(
    { ...deps, rancher },
    {
      ...{ cluster, purpose: userUuid === undefined ? 'argocd' : 'kubeconfig' },
      ...{ name: 'access', description: 'test', ttlMs: 3_600_000, ...(userUuid && { userUuid }) },
    },
  );
const left = async (cluster: Cluster) => (await listClusterAccess(rancher, cluster)).map(({ id }) => id).sort();

test('a kubeconfig ends with the role that let its holder get it, and no other with it (S0-161)', async () => {
  const cluster = await followed();
  const [deletedNode, stayer] = [await person(), await person()];
  const role = await grant(cluster, deletedNode, 'PROJECT.MANAGER');
  await grant(cluster, stayer, 'PROJECT.MANAGER');
  const [ending, staying, argocd] = [
    await issued(cluster, deletedNode.uuid),
    await issued(cluster, stayer.uuid),
    await issued(cluster),
  ];
  await pass();
  expect(await left(cluster)).toEqual([ending, staying, argocd].map(({ accountId }) => accountId).sort());
  await revoke(role);
  await grant(cluster, deletedNode, 'PROJECT.ADMIN');
  await pass();
  expect(await left(cluster)).toEqual([staying, argocd].map(({ accountId }) => accountId).sort());
});

test('… and with its holder’s right to sign in; one of another stage’s cluster stays', async () => {
  const cluster = await followed();
  const user = await person();
  await grant(cluster, user, 'PROJECT.MANAGER');
  await issued(cluster, user.uuid);
  const { backendId } = cluster;
  const elsewhere = aCluster({ backendId });
  const { accountId } = await issued(elsewhere, user.uuid);
  await store.commit(store.users.replace(changed(user, clock.now(), { isActive: false })));
  await pass();
  expect(await left(cluster)).toEqual([]);
  expect(await left(elsewhere)).toEqual([accountId]);
});
