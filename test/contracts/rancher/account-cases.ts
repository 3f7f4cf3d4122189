import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { EVENTUALLY, type OpenedRancher } from './rancher-under-test.ts';

const LABELS = { 'paddock.test/user': '0123456789abcdef0123456789abcdef' };

export function accountCases(opened: () => OpenedRancher): void {
  describe('accounts', () => {
    const made: string[] = [];
    afterEach(async () => {
      for (const id of made.splice(0)) await opened().rancher.deleteAccount(id);
    });
    const aUsername = () => `contract-${randomUUID().slice(0, 8)}`;
    const create = async (username = aUsername(), password: string = randomUUID()) => {
      const wanted = { username, name: 'Olga Example', labels: LABELS, password, mustChangePassword: true };
      const account = await opened().rancher.createAccount(wanted);
      made.push(account.id);
      return account;
    };
    const found = async (id: string) => (await opened().rancher.listAccounts()).find((it) => it.id === id);

    test('one is made enabled, and found again by what we have marked it with (S0-053)', async () => {
      const account = await create();
      expect(account).toMatchObject({ name: 'Olga Example', isEnabled: true });
      expect(await found(account.id)).toMatchObject({ username: account.username, labels: LABELS, isEnabled: true });
    });

    test('one is found by its id and by its username, and no other is found so', async () => {
      const { rancher } = opened();
      const [one, other] = [await create(), await create()];
      expect(await rancher.findAccount(one.id)).toMatchObject({ id: one.id, labels: LABELS });
      expect(await rancher.findAccount('u-nobody')).toBeUndefined();
      expect((await rancher.listAccountsNamed(other.username)).map(({ id }) => id)).toEqual([other.id]);
      expect(await rancher.listAccountsNamed(aUsername())).toEqual([]);
    });

    test('the labels of one are changed, and the rest of it stays', async () => {
      const { rancher } = opened();
      const { id, labels } = await create();
      await rancher.changeAccount(id, { labels: { ...labels, 'paddock.test/user': 'later' } });
      expect(await rancher.findAccount(id)).toMatchObject({
        ...{ name: 'Olga Example', isEnabled: true, labels: { 'paddock.test/user': 'later' } },
      });
    });

    test('others’ accounts are in the list, too', async () => {
      expect((await opened().rancher.listAccounts()).length).toBeGreaterThan(0);
    });

    test('a name that is taken, and a password that is too short, are refused', async () => {
      const { username } = await create();
      await expect(create(username)).rejects.toMatchObject({
        name: expect.stringMatching(/^Backend(Rejected|Conflict)$/),
      });
      await expect(create(aUsername(), 'short')).rejects.toMatchObject({ name: 'BackendRejected' });
    });

    test('one is blocked, renamed and enabled again, and the rest of it stays', async () => {
      const { rancher } = opened();
      const { id, username } = await create();
      await rancher.changeAccount(id, { isEnabled: false });
      expect(await found(id)).toMatchObject({ isEnabled: false, name: 'Olga Example', username, labels: LABELS });
      await rancher.changeAccount(id, { isEnabled: true, name: 'Olga Other' });
      expect(await found(id)).toMatchObject({ isEnabled: true, name: 'Olga Other', username, labels: LABELS });
    });

    test('may sign in once that is said; other rights in all of Rancher are not taken for it', async () => {
      const { rancher } = opened();
      const { id } = await create();
      const rights = async () => (await rancher.listLoginRights()).filter(({ userId }) => userId === id);
      expect(await rights()).toEqual([]);
      await rancher.allowLogin(id);
      expect(await rights()).toHaveLength(1);
      const admin = (await rancher.listAccounts()).find(({ username }) => username === 'admin');
      expect(admin).toBeDefined();
      expect((await rancher.listLoginRights()).map(({ userId }) => userId)).not.toContain(admin?.id);
    });

    test('have roles in clusters, which are distinguished from those of groups (S0-055)', async () => {
      const { rancher, aManagedCluster } = opened();
      const { id: userId } = await create();
      const { id: placeId } = await aManagedCluster();
      const binding = await rancher.createRoleBinding('cluster', { placeId, roleTemplateId: 'cluster-member', userId });
      expect(binding).toMatchObject({ placeId, roleTemplateId: 'cluster-member', groupPrincipalId: '', userId });
      expect(await rancher.listRoleBindings('cluster', placeId)).toContainEqual(binding);
      await rancher.deleteRoleBinding('cluster', binding.id);
      await expect.poll(() => rancher.listRoleBindings('cluster', placeId), EVENTUALLY).not.toContainEqual(binding);
    });

    test('one that is deleted is gone with its roles, and deleting it again is fine', async () => {
      const { rancher, aManagedCluster } = opened();
      const { id: userId } = await create();
      const { id: placeId } = await aManagedCluster();
      await rancher.allowLogin(userId);
      await rancher.createRoleBinding('cluster', { placeId, roleTemplateId: 'cluster-owner', userId });
      await rancher.deleteAccount(userId);
      await expect.poll(() => found(userId), EVENTUALLY).toBeUndefined();
      const left = async () => [
        ...(await rancher.listRoleBindings('cluster', placeId)).filter((it) => it.userId === userId),
        ...(await rancher.listLoginRights()).filter((it) => it.userId === userId),
      ];
      // Rancher's controllers remove role bindings and login rights with a delay.
      await expect.poll(left, EVENTUALLY).toEqual([]);
      await rancher.deleteAccount(userId);
    });
  });
}
