import { describe, expect, test } from 'vitest';
import { forgetAccess } from '#shared/app/cluster-access/forget-access';
import { rancherSettingsOf } from '#shared/app/providers/settings-of';
import { changed } from '#shared/domain/_core/record';
import { roleTemplateUuid } from '#shared/domain/providers/rancher-role-template';
import { aRancherProject } from '#test/builders/access-builders';
import { aUuid } from '#test/builders/builders';
import { EVENTUALLY } from '#test/contracts/rancher/rancher-under-test';
import { accountsBedPerFile } from './accounts-bed.ts';

const bed = await accountsBedPerFile();
const {
  store,
  clock,
  rancher,
  pass,
  followed,
  person,
  grant,
  revoke,
  accountOf,
  rolesOf,
  recordOf,
  linksOf,
  writes,
  admitted,
} = bed;
const DAY_SECONDS = 24 * 3600;

describe('roles in projects that somebody gives in Rancher', () => {
  test('are recorded with the account while it has them, and left as they are (S0-056)', async () => {
    const { cluster, user } = await admitted();
    const userId = (await accountOf(user))?.id ?? '';
    const placeId = (await rancher.listProjects()).find(({ clusterId }) => clusterId === cluster.backendId)?.id ?? '';
    const project = aRancherProject(cluster, { backendId: placeId, name: 'shop' });
    await store.commit(store.rancherProjects.insert(project));
    const { id } = await rancher.createRoleBinding('project', { placeId, roleTemplateId: 'project-member', userId });
    expect(await pass()).toEqual({ written: 1, removed: 0, failed: 0 });
    const role = { scopeType: 'project', name: 'project-member' } as const;
    expect((await recordOf(user))?.projectRoles).toEqual([
      {
        ...{ customerUuid: cluster.customerUuid, projectUuid: cluster.projectUuid, clusterUuid: cluster.uuid },
        ...{ rancherProjectUuid: project.uuid, rancherProjectName: 'shop' },
        roleUuid: roleTemplateUuid({ settingsUuid: bed.provider.uuid, ...role }),
      },
    ]);
    expect(await pass()).toEqual({ written: 0, removed: 0, failed: 0 });
    expect(await rancher.listRoleBindings('project')).toContainEqual(expect.objectContaining({ id, userId }));
    await rancher.deleteRoleBinding('project', id);
    await pass();
    expect((await recordOf(user))?.projectRoles).toEqual([]);
  });
});

describe('roles in Rancher', () => {
  test('follow roles here: owners and managers own the cluster, administrators are members of it (R-9-142, S0-053, S0-055)', async () => {
    const cluster = await followed();
    const [owner, manager, admin, member] = [await person(), await person(), await person(), await person()];
    await grant(cluster, owner, 'CUSTOMER.OWNER');
    await grant(cluster, manager, 'PROJECT.MANAGER');
    await grant(cluster, admin, 'PROJECT.ADMIN');
    await grant(cluster, member, 'PROJECT.MEMBER');
    expect(await pass()).toMatchObject({ failed: 0 });
    expect(writes().filter((it) => it === 'POST createAccount')).toHaveLength(3);
    const place = cluster.backendId;
    expect(await rolesOf(owner)).toEqual({ [place]: ['cluster-owner'] });
    expect(await rolesOf(manager)).toEqual({ [place]: ['cluster-owner'] });
    expect(await rolesOf(admin)).toEqual({ [place]: ['cluster-member'] });
    expect(await accountOf(member)).toBeUndefined();
    const account = await accountOf(owner);
    expect(account).toMatchObject({ name: 'Ada Lovelace', isEnabled: true });
    expect(await rancher.listLoginRights()).toContainEqual(expect.objectContaining({ userId: account?.id }));
    expect(await recordOf(owner)).toMatchObject({ backendId: account?.id, username: owner.username });
    expect(await linksOf(owner)).toMatchObject([
      { role: 'cluster-owner', bindingId: expect.stringMatching(`^${place}:`) },
    ]);
  });

  test('are four lists of Rancher and no write once they are as they should be', async () => {
    await admitted();
    expect(await pass()).toEqual({ written: 0, removed: 0, failed: 0 });
    const lists = ['GET listAccounts', 'GET listLoginRights', 'GET listRoleBindings', 'GET listRoleBindings'];
    expect(bed.asked).toEqual(lists);
    // The first pass has recorded Rancher's identity.
    expect((await rancherSettingsOf(bed, bed.provider.uuid)).identity).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('are only in the clusters of offerings that ask for it, and not where one is being made or taken away', async () => {
    const user = await person();
    const asking = await followed();
    const { customerUuid } = asking;
    const silent = await followed({ customerUuid, offeringUuid: aUuid() });
    const leaving = await followed({ customerUuid, state: 'DELETING' });
    const coming = await followed({ customerUuid, state: 'CREATING' });
    await grant(asking, user, 'CUSTOMER.OWNER');
    await pass();
    expect(await rolesOf(user)).toEqual({ [asking.backendId]: ['cluster-owner'] });
    for (const it of [silent, leaving, coming]) expect(await store.rancherUserLinks.listByCluster(it.uuid)).toEqual([]);
  });

  test('change with the role here: one binding goes, one is made (R-9-142)', async () => {
    const { cluster, user } = await admitted('PROJECT.ADMIN');
    await grant(cluster, user, 'PROJECT.MANAGER');
    await pass();
    expect(writes()).toEqual(['DELETE deleteRoleBinding', 'POST createRoleBinding']);
    expect(await rolesOf(user)).toEqual({ [cluster.backendId]: ['cluster-owner'] });
  });

  test('end with the role here, taken away or over, and the account is blocked (R-9-142, S0-161)', async () => {
    const one = await admitted();
    const other = await admitted();
    await revoke(one.grant);
    const until = new Date(clock.now().getTime() + 60_000).toISOString();
    await store.commit(store.grants.replace(other.grant, { ...other.grant, expiresAt: until }));
    clock.advance(61);
    await pass();
    for (const { user } of [one, other]) {
      expect(await rolesOf(user)).toEqual({});
      expect(await accountOf(user)).toMatchObject({ isEnabled: false });
      expect(await recordOf(user)).toMatchObject({ blockedAt: clock.now().toISOString() });
      expect(await linksOf(user)).toEqual([]);
    }
    expect(writes().filter((it) => it === 'PUT changeAccount')).toHaveLength(2);
    bed.asked.length = 0;
    expect(await pass()).toEqual({ written: 0, removed: 0, failed: 0 });
    expect(writes()).toEqual([]);
  });

  test('a blocked account is enabled again by a new role, and is deleted a day later without one', async () => {
    const back = await admitted();
    const gone = await admitted();
    const { id } = (await accountOf(back.user)) ?? {};
    await revoke(back.grant);
    await revoke(gone.grant);
    await pass();
    await grant(back.cluster, back.user, 'PROJECT.ADMIN');
    clock.advance(DAY_SECONDS);
    await pass();
    expect(await accountOf(back.user)).toMatchObject({ id, isEnabled: true });
    expect((await recordOf(back.user))?.blockedAt).toBeUndefined();
    expect(await rolesOf(back.user)).toEqual({ [back.cluster.backendId]: ['cluster-member'] });
    await expect.poll(() => accountOf(gone.user), EVENTUALLY).toBeUndefined();
    expect(await recordOf(gone.user)).toBeUndefined();
  });

  test('of a user who may not sign in here any more end, too', async () => {
    const { user } = await admitted();
    await store.commit(store.users.replace(changed(user, clock.now(), { isActive: false })));
    await pass();
    expect(await rolesOf(user)).toEqual({});
    expect(await accountOf(user)).toMatchObject({ isEnabled: false });
  });
});

describe('a cluster that is deleted', () => {
  test('leaves nothing: no binding, no account of those who had no other, no row', async () => {
    const { cluster, user } = await admitted();
    const other = await followed();
    const both = await person();
    await grant(cluster, both, 'PROJECT.ADMIN');
    await grant(other, both, 'PROJECT.ADMIN');
    await pass();
    const { name } =
      (await rancher.listProvisioningClusters({})).find((it) => it.managementId === cluster.backendId) ?? {};
    const deleting = changed(cluster, clock.now(), { state: 'DELETING' });
    await store.commit(store.clusters.replace(deleting));
    bed.asked.length = 0;
    expect(await pass()).toEqual({ written: 0, removed: 0, failed: 0 });
    await rancher.deleteProvisioningCluster(name ?? '');
    await expect.poll(() => rancher.findCluster(cluster.backendId)).toBeUndefined();
    await forgetAccess({ store }, deleting);
    await store.commit(store.clusters.remove(deleting));

    expect(await pass()).toMatchObject({ removed: 1, failed: 0 });
    await expect.poll(() => accountOf(user), EVENTUALLY).toBeUndefined();
    expect(await recordOf(user)).toBeUndefined();
    expect(await store.rancherUserLinks.listByCluster(cluster.uuid)).toEqual([]);
    expect(await rolesOf(both)).toEqual({ [other.backendId]: ['cluster-member'] });
    expect((await rancher.listLoginRights()).map(({ userId }) => userId)).toContain((await accountOf(both))?.id);
  });
});
