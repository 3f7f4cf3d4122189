import { describe, expect, test } from 'vitest';
import { syncProvider } from '#shared/app/provider-syncs/sync-provider';
import { listProviders } from '#shared/app/providers/list-providers';
import { changed } from '#shared/domain/_core/record';
import { DEFAULT_SITE_SETTINGS } from '#shared/domain/_core/site-settings';
import type { RoleGrant } from '#shared/domain/organizations/role';
import { EVENTUALLY } from '#test/contracts/rancher/rancher-under-test';
import { accountsBedPerFile } from './accounts-bed.ts';

const bed = await accountsBedPerFile();
const {
  store,
  provider,
  clock,
  deps,
  rancher,
  backend,
  offering,
  pass,
  followed,
  person,
  grant,
  revoke,
  accountOf,
  rolesOf,
  recordOf,
  linksOf,
  admitted,
} = bed;

describe('what Rancher has otherwise', () => {
  test('comes back when it was removed by hand: a binding, the right to sign in with the account', async () => {
    const { cluster, user } = await admitted();
    const [link] = await linksOf(user);
    await rancher.deleteRoleBinding('cluster', link?.bindingId ?? '');
    await pass();
    expect(await rolesOf(user)).toEqual({ [cluster.backendId]: ['cluster-owner'] });
    await rancher.deleteAccount((await accountOf(user))?.id ?? '');
    // Rancher still lists a deleted account for a moment.
    await expect.poll(() => accountOf(user), EVENTUALLY).toBeUndefined();
    await pass();
    expect(await rolesOf(user)).toEqual({ [cluster.backendId]: ['cluster-owner'] });
    expect((await recordOf(user))?.backendId).toBe((await accountOf(user))?.id);
  });

  test('is not made twice: a role that somebody has given by hand before it was given here', async () => {
    const { user } = await admitted();
    const cluster = await followed();
    const { id: userId = '' } = (await accountOf(user)) ?? {};
    await rancher.createRoleBinding('cluster', { placeId: cluster.backendId, roleTemplateId: 'cluster-owner', userId });
    await grant(cluster, user, 'PROJECT.MANAGER');
    await pass();
    expect((await rolesOf(user))[cluster.backendId]).toEqual(['cluster-owner']);
  });

  test('stays as it is when somebody else has made it: roles, a block, an account of the same name', async () => {
    const { cluster, user } = await admitted();
    const { id: userId = '' } = (await accountOf(user)) ?? {};
    await rancher.createRoleBinding('cluster', { placeId: cluster.backendId, roleTemplateId: 'nodes-view', userId });
    await rancher.changeAccount(userId, { isEnabled: false });
    expect(await pass()).toEqual({ written: 0, removed: 0, failed: 0 });
    expect(await rolesOf(user)).toEqual({ [cluster.backendId]: ['cluster-owner', 'nodes-view'] });

    const namesake = await person({ username: 'admin' });
    const before = await rolesOf(namesake);
    await grant(cluster, namesake, 'PROJECT.MANAGER');
    expect(await pass()).toMatchObject({ failed: 1 });
    expect(await rolesOf(namesake)).toEqual(before);
    expect((await recordOf(namesake))?.lastError).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('admin'),
    });
    const { modified } = (await recordOf(namesake)) ?? {};
    clock.advance(60);
    await pass();
    expect((await recordOf(namesake))?.modified).toBe(modified);
  });
});

describe('a pass over accounts', () => {
  test.each([
    ['the account', '^/v3/users', 'POST'],
    ['the right to sign in', '^/v3/globalrolebindings', 'POST'],
    ['a binding', '^/v3/clusterroletemplatebindings', 'POST'],
  ])('makes nothing twice when the answer about %s was lost', async (_what, path, method) => {
    const cluster = await followed();
    const user = await person();
    await grant(cluster, user, 'PROJECT.MANAGER');
    await backend.simulator?.plan({ method, path, kind: 'lose' });
    await pass();
    await backend.simulator?.clearFaults();
    await pass();
    expect(await pass()).toMatchObject({ written: 0 });
    expect((await rancher.listAccounts()).filter(({ username }) => username === user.username)).toHaveLength(1);
    expect(await rolesOf(user)).toEqual({ [cluster.backendId]: ['cluster-owner'] });
    const { id } = (await accountOf(user)) ?? {};
    expect((await rancher.listLoginRights()).filter(({ userId }) => userId === id)).toHaveLength(1);
    expect((await recordOf(user))?.lastError).toBeUndefined();
  });

  test('keeps no password: not in the table, not in a line of the log', async () => {
    const token = 'one-password-that-nobody-may-see';
    const spied = { ...deps, ids: { ...deps.ids, token: () => token } };
    const cluster = await followed();
    const user = await person();
    await grant(cluster, user, 'PROJECT.MANAGER');
    await syncProvider(spied, { job: bed.job, settingsUuid: provider.uuid });
    expect(await accountOf(user)).toBeDefined();
    const events = [
      await recordOf(user),
      await linksOf(user),
      (await store.audit.list({ visibility: 'all' }, { page: 1, pageSize: 300 })).items,
    ];
    expect(JSON.stringify([events, bed.logged])).not.toContain(token);
  });

  test('that would remove more than it may removes nothing, and says so; repairs are made', async () => {
    const cluster = await followed();
    const grants: RoleGrant[] = [];
    for (let index = 0; index < 12; index += 1) grants.push(await grant(cluster, await person(), 'PROJECT.MANAGER'));
    await pass();
    const before = await store.rancherUserLinks.listByCluster(cluster.uuid);
    for (const item of grants) await revoke(item);
    const late = await person();
    await grant(cluster, late, 'PROJECT.MANAGER');
    const brake = { maxShare: 0.1, always: 5 };
    const report = await syncProvider({ ...deps, brake }, { job: bed.job, settingsUuid: provider.uuid });
    expect(report).toMatchObject({ removed: 0, stopped: { removals: 12 } });
    expect(await store.rancherUserLinks.listByCluster(cluster.uuid)).toHaveLength(before.length + 1);
    expect(await rolesOf(late)).toEqual({ [cluster.backendId]: ['cluster-owner'] });
  });

  test('is made where an offering asks for it or accounts are left of one that did, and nowhere when it is disabled (S0-176)', async () => {
    const { user } = await admitted();
    expect(await listProviders(deps, bed.job)).toEqual([provider.uuid]);
    const disabled = { ...deps, site: { ...DEFAULT_SITE_SETTINGS, disableAutomanagementOfUsers: true } };
    bed.asked.length = 0;
    await syncProvider(disabled, { job: bed.job, settingsUuid: provider.uuid });
    // A disabled job still lists the accounts, to end the access of expired kubeconfigs.
    expect(bed.asked).toEqual(['GET listAccounts']);

    const found = await store.offerings.get(offering.uuid);
    if (found.type !== 'Rancher') throw new Error('not a provider’s');
    await store.commit(
      store.offerings.replace(changed(found, clock.now(), { pluginOptions: { deployment_mode: 'self_managed' } })),
    );
    expect(await listProviders(deps, bed.job)).toEqual([provider.uuid]);
    await syncProvider({ ...deps, brake: { maxShare: 1, always: 0 } }, { job: bed.job, settingsUuid: provider.uuid });
    expect(await rolesOf(user)).toEqual({});
    expect(await accountOf(user)).toMatchObject({ isEnabled: false });
  });
});
