import { describe, expect, test } from 'vitest';
import { secretName } from '#shared/domain/_core/secret-name';
import { aUuid } from '#test/builders/builders';
import { testClock } from '#test/test-clock';
import type { CloudUnderTest } from './cloud-under-test.ts';

const LOGIN = '/auth/tokens';

export function accessCases(cloud: () => CloudUnderTest): void {
  describe('access', () => {
    test('a tenant’s own credential opens its project', async () => {
      const openstack = await cloud().open();
      expect(await openstack.projectId()).toBe(cloud().cloud.project.id);
    });
    test('the cloud’s account opens the same project, and shows that project’s things only', async () => {
      const byAccount = await cloud().open({ tenant: { hasOwnCredential: false } });
      const byCredential = await cloud().open();
      expect(await byAccount.projectId()).toBe(cloud().cloud.project.id);
      expect(await byAccount.listSubnets()).toEqual(await byCredential.listSubnets());
      expect(await byAccount.listSecurityGroups()).toEqual(await byCredential.listSecurityGroups());
      expect(await byAccount.listPorts()).toEqual(await byCredential.listPorts());
    });
    test('a credential can be tried before it is stored', async () => {
      const { sessions } = cloud().sessions({ secrets: {} });
      const { otherProject } = cloud().cloud;
      const openstack = await sessions.openWith(cloud().settings.uuid, otherProject.credential);
      expect(await openstack.projectId()).toBe(otherProject.id);
    });

    test.each([
      ['a wrong secret', (id: string) => ({ id, secret: 'not-the-secret' })],
      ['an unknown id', () => ({ id: aUuid(), secret: 'not-the-secret' })],
    ])('a credential with %s is refused by name, without the secret in the message', async (_what, made) => {
      const { sessions } = cloud().sessions();
      const openstack = await sessions.openWith(cloud().settings.uuid, made(cloud().cloud.project.credential.id));
      const refusal = openstack.projectId();
      await expect(refusal).rejects.toMatchObject({ name: 'BackendUnauthorized', details: { op: 'login' } });
      await expect(refusal).rejects.not.toThrow(/not-the-secret/);
    });
    test('a wrong password of the cloud’s account is refused by name', async () => {
      const { username } = cloud().cloud.access.admin;
      const secrets = { [secretName('test', 'openstack', cloud().settings.uuid)]: { username, password: 'wrong' } };
      const opening = cloud().open({ tenant: { hasOwnCredential: false }, secrets });
      await expect(opening).rejects.toMatchObject({ name: 'BackendUnauthorized' });
    });
    test('the cloud’s account is found right, and a wrong one is named, without its password', async () => {
      const { sessions } = cloud().sessions();
      expect((await sessions.check(cloud().settings)).filter(({ ok }) => !ok)).toEqual([]);
      const name = secretName('test', 'openstack', cloud().settings.uuid);
      const wrong = cloud().sessions({ secrets: { [name]: { username: 'nobody', password: 'not-the-secret' } } });
      const checks = await wrong.sessions.check(cloud().settings);
      expect(checks).toMatchObject([{ option: 'password', ok: false }]);
      expect(JSON.stringify(checks)).not.toContain('not-the-secret');
    });
    test('a credential of another project never stands in for the tenant’s', async () => {
      const opening = cloud().open({ tenant: { backendId: cloud().cloud.otherProject.id } });
      await expect(opening).rejects.toMatchObject({
        name: 'Misconfigured',
        message: 'The credential of tenant tenant-1 belongs to another project of cloud-1.',
      });
    });
    test.each([
      [true, 'The secret of tenant tenant-1 is missing from the secret store.'],
      [false, 'The secret of OpenStack cloud-1 is missing from the secret store.'],
    ])('a secret that is missing (own credential: %s) is said to be', async (hasOwnCredential, message) => {
      const opening = cloud().open({ tenant: { hasOwnCredential }, secrets: {} });
      await expect(opening).rejects.toMatchObject({ name: 'Misconfigured', message });
    });
  });
}

/** These cases count logins, so they need a simulator. */
export function tokenCases(cloud: () => CloudUnderTest): void {
  const loginsOf = async (work: () => Promise<unknown>): Promise<number> => {
    const { simulator } = cloud();
    if (!simulator) throw new Error('requests are counted by simulators only');
    const before = await simulator.countOf('POST', LOGIN);
    await work();
    return (await simulator.countOf('POST', LOGIN)) - before;
  };
  const refuseOnce = (path: string) => cloud().simulator?.plan({ kind: 'status', status: 401, path, nth: 1 });
  const hourFromNow = 3600;

  describe('tokens', () => {
    test('one login serves all calls of a tenant’s session, also those made at once', async () => {
      const { sessions, tenant } = cloud().sessions();
      const logins = await loginsOf(() =>
        Promise.all([1, 2, 3].map(async () => (await sessions.open(tenant)).listFlavors())),
      );
      expect(logins).toBe(1);
    });
    test('calls that all need the first token wait for one login', async () => {
      const { sessions } = cloud().sessions();
      const openstack = await sessions.openWith(cloud().settings.uuid, cloud().cloud.project.credential);
      expect(await loginsOf(() => Promise.all([openstack.listFlavors(), openstack.listSubnets()]))).toBe(1);
    });
    test('a token about to end is replaced', async () => {
      const clock = testClock(new Date().toISOString());
      const openstack = await cloud().open({ clock });
      clock.advance(hourFromNow - 50);
      expect(await loginsOf(() => openstack.listFlavors())).toBe(1);
    });
    test('a session is opened again after five minutes', async () => {
      const clock = testClock(new Date().toISOString());
      const { sessions, tenant } = cloud().sessions({ clock });
      await sessions.open(tenant);
      clock.advance(299);
      expect(await loginsOf(() => sessions.open(tenant))).toBe(0);
      clock.advance(2);
      expect(await loginsOf(() => sessions.open(tenant))).toBe(1);
    });
    test('a session is opened again when the settings of its cloud have changed', async () => {
      const { settings } = cloud();
      const { sessions, tenant } = cloud().sessions();
      await sessions.open(tenant);
      settings.version += 1;
      expect(await loginsOf(() => sessions.open(tenant))).toBe(1);
      expect(await loginsOf(() => sessions.open(tenant))).toBe(0);
    });
    test('a service that does not take a token any more gets a new one, once', async () => {
      const openstack = await cloud().open();
      await refuseOnce('/flavors/detail');
      expect(await loginsOf(() => openstack.listFlavors())).toBe(1);
    });
    test('a service that takes no token at all is not asked for ever', async () => {
      const openstack = await cloud().open();
      await cloud().simulator?.plan({ kind: 'status', status: 401, path: '/flavors/detail' });
      const refused = expect(openstack.listFlavors()).rejects.toMatchObject({ name: 'BackendUnauthorized' });
      expect(await loginsOf(() => refused)).toBe(1);
    });
    test('a refused login is forgotten: the next opening reads the secret and logs in again', async () => {
      const { sessions, tenant } = cloud().sessions();
      await refuseOnce(LOGIN);
      await expect(sessions.open(tenant)).rejects.toMatchObject({ name: 'BackendUnauthorized' });
      expect(await loginsOf(() => sessions.open(tenant))).toBe(1);
    });
    test('a kept session is forgotten as well when its credential was withdrawn', async () => {
      const { sessions, tenant } = cloud().sessions();
      const openstack = await sessions.open(tenant);
      await refuseOnce('/flavors/detail');
      await refuseOnce(LOGIN);
      await expect(openstack.listFlavors()).rejects.toMatchObject({ details: { op: 'login' } });
      expect(await loginsOf(() => sessions.open(tenant))).toBe(1);
    });
  });
}
