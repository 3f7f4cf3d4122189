import { expect, test } from 'vitest';
import { grantClusterAccess, listClusterAccess } from '#shared/app/cluster-access/cluster-access';
import type { Uuid } from '#shared/domain/_core/identifier';
import { changed } from '#shared/domain/_core/record';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { aCluster } from '#test/builders/builders';
import { EVENTUALLY } from '#test/contracts/rancher/rancher-under-test';
import { accountsBedPerFile } from './accounts-bed.ts';

const bed = await accountsBedPerFile();
const { store, rancher, clock, deps, followed, person, grant, revoke, endAccess } = bed;

const issued = (cluster: Cluster, userUuid?: Uuid) =>
  grantClusterAccess(
    { ...deps, rancher },
    {
      ...{ cluster, purpose: userUuid === undefined ? 'argocd' : 'kubeconfig' },
      role: { cluster: 'cluster-owner' },
      ...{ name: 'access', description: 'test', ttlMs: 3_600_000, ...(userUuid && { userUuid }) },
    },
  );
/** Rancher lists a deleted account for a moment longer. */
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
  await endAccess();
  await expect
    .poll(() => left(cluster), EVENTUALLY)
    .toEqual([ending, staying, argocd].map(({ accountId }) => accountId).sort());
  await revoke(role);
  await grant(cluster, deletedNode, 'PROJECT.ADMIN');
  await endAccess();
  await expect
    .poll(() => left(cluster), EVENTUALLY)
    .toEqual([staying, argocd].map(({ accountId }) => accountId).sort());
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
  await endAccess();
  await expect.poll(() => left(cluster), EVENTUALLY).toEqual([]);
  await expect.poll(() => left(elsewhere), EVENTUALLY).toEqual([accountId]);
});

test('an account that acts for an administrator ends when the role changes or ends', async () => {
  const cluster = await followed();
  const [promoted, stayer] = [await person(), await person()];
  const role = await grant(cluster, promoted, 'PROJECT.ADMIN');
  await grant(cluster, stayer, 'PROJECT.ADMIN');
  const acting = (userUuid: Uuid) =>
    grantClusterAccess(
      { ...deps, rancher },
      {
        ...{ cluster, purpose: 'charts', userUuid, name: 'charts', description: 'test', ttlMs: 3_600_000 },
        role: { cluster: 'cluster-member', project: 'project-owner' },
      },
    );
  const [ending, staying] = [await acting(promoted.uuid), await acting(stayer.uuid)];
  await endAccess();
  await expect
    .poll(() => left(cluster), EVENTUALLY)
    .toEqual([ending, staying].map(({ accountId }) => accountId).sort());
  await revoke(role);
  await grant(cluster, promoted, 'PROJECT.MANAGER');
  await endAccess();
  await expect.poll(() => left(cluster), EVENTUALLY).toEqual([staying.accountId]);
});

test('an account for charts has its project role in the projects that it is made for, and in no others', async () => {
  const cluster = await followed();
  const user = await person();
  const [project = ''] = (await rancher.listProjects(cluster.backendId))
    .filter(({ isSystem }) => !isSystem)
    .map(({ id }) => id);
  const { accountId } = await grantClusterAccess(
    { ...deps, rancher },
    {
      ...{ cluster, purpose: 'charts', userUuid: user.uuid, name: 'charts', description: 'test', ttlMs: 3_600_000 },
      role: { cluster: 'cluster-member', project: 'project-owner' },
      projects: [project],
    },
  );
  const of = async (context: 'cluster' | 'project') =>
    (await rancher.listRoleBindings(context)).filter(({ userId }) => userId === accountId);
  expect(await of('cluster')).toMatchObject([{ placeId: cluster.backendId, roleTemplateId: 'cluster-member' }]);
  expect(await of('project')).toMatchObject([{ placeId: project, roleTemplateId: 'project-owner' }]);
});
