import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { ApplicationCredential } from '#shared/domain/providers/service-settings';
import type { OpenStack } from '#shared/ports/openstack';
import type { NewCredential } from '#shared/ports/openstack/application-credentials';
import { logInWithScope } from './cloud-admin.ts';
import type { CloudUnderTest } from './cloud-under-test.ts';
import { type Account, type PreparedAccounts, prepareAccounts, settingsWith } from './prepare-accounts.ts';
import { grant } from './prepare-cloud.ts';

const made = z.object({ application_credential: z.object({ id: z.string(), secret: z.string() }) });
const LACKS_UNRESTRICTED = {
  name: 'Misconfigured',
  message: expect.stringContaining('unrestricted application credential'),
};

export function applicationCredentialCases(cloud: () => CloudUnderTest): void {
  const byAccount = (backendId = cloud().cloud.project.id) =>
    cloud().open({ tenant: { hasOwnCredential: false, backendId } });
  const byCredential = (credential: ApplicationCredential) => {
    const { sessions } = cloud().sessions({ secrets: {} });
    return sessions.openWith(cloud().settings.uuid, credential);
  };
  const wish = (): NewCredential => {
    const name = `paddock-${randomUUID()}`;
    return { name, description: `Machines of cluster prod-1 ${name}`, roles: ['member'] };
  };
  /** Creates a credential as a user of a project, without the product's code. */
  async function makeByHand(more: object, { member } = cloud().cloud.project): Promise<ApplicationCredential> {
    const body = { application_credential: { name: `contract-${randomUUID()}`, ...more } };
    const path = `/users/${member.userId}/application_credentials`;
    return (await member.ask('identity', 'POST', path, made, body)).application_credential;
  }

  describe('application credentials', () => {
    let session: OpenStack;
    let wanted: NewCredential;
    let created: ApplicationCredential;
    beforeEach(async () => {
      session = await byAccount();
      wanted = wish();
      created = await session.createApplicationCredential(wanted);
    });
    afterEach(() => session.deleteApplicationCredential(created.id));

    test('one opens the project of its session with its roles and what they imply, and no others (T42)', async () => {
      const opened = await byCredential(created);
      expect(await opened.projectId()).toBe(cloud().cloud.project.id);
      expect(await opened.credentialProblem([])).toContain('restricted');
      const [listed] = await session.listApplicationCredentials({ name: wanted.name });
      expect(listed?.roles.toSorted()).toEqual(['member', 'reader']);
    });

    test('lists show it with its description and project, and never its secret', async () => {
      const listed = await session.listApplicationCredentials({ name: wanted.name });
      const projectId = cloud().cloud.project.id;
      const { name, description } = wanted;
      expect(listed).toMatchObject([{ id: created.id, name, description, projectId }]);
      expect(JSON.stringify(listed)).not.toContain(created.secret);
    });

    test('one is found by its exact name among those of all the account’s projects', async () => {
      const elsewhere = await byAccount(cloud().cloud.otherProject.id);
      const other = await elsewhere.createApplicationCredential(wish());
      const named = (name: string) => session.listApplicationCredentials({ name });
      expect((await named(wanted.name)).map(({ id }) => id)).toEqual([created.id]);
      expect(await named(wanted.name.toUpperCase())).toEqual([]);
      expect(await named(wanted.name.slice(0, -1))).toEqual([]);
      const projects = new Map(
        (await session.listApplicationCredentials()).map(({ id, projectId }) => [id, projectId]),
      );
      expect(projects.get(created.id)).toBe(cloud().cloud.project.id);
      expect(projects.get(other.id)).toBe(cloud().cloud.otherProject.id);
      await elsewhere.deleteApplicationCredential(other.id);
    });

    test('a name that the account has already is a conflict, in another project and another case too', async () => {
      const elsewhere = await byAccount(cloud().cloud.otherProject.id);
      for (const name of [wanted.name, wanted.name.toUpperCase()]) {
        const again = elsewhere.createApplicationCredential({ ...wanted, name });
        await expect(again).rejects.toMatchObject({ name: 'BackendConflict' });
      }
    });

    test('a deleted one is gone, twice too, and opens nothing', async () => {
      await (await byCredential(created)).listSubnets();
      await session.deleteApplicationCredential(created.id);
      await session.deleteApplicationCredential(created.id);
      expect(await session.listApplicationCredentials({ name: wanted.name })).toEqual([]);
      const opening = (await byCredential(created)).listSubnets();
      await expect(opening).rejects.toMatchObject({ name: 'BackendUnauthorized' });
    });

    test('a session whose own credential is gone does not take the credential it deletes for gone', async () => {
      const own = await makeByHand({ unrestricted: true });
      const root = await byCredential(own);
      const child = await root.createApplicationCredential(wish());
      await session.deleteApplicationCredential(own.id);
      const deletion = root.deleteApplicationCredential(child.id);
      await expect(deletion).rejects.toMatchObject({ name: 'BackendUnauthorized' });
      expect(await (await byCredential(child)).projectId()).toBe(cloud().cloud.project.id);
      await session.deleteApplicationCredential(child.id);
    });

    test('one that is restricted creates and deletes no others, and its session says so before (D9)', async () => {
      const opened = await byCredential(created);
      expect(await opened.credentialProblem(['member'])).toContain('unrestricted application credential');
      await expect(opened.createApplicationCredential(wish())).rejects.toMatchObject(LACKS_UNRESTRICTED);
      await expect(opened.deleteApplicationCredential(created.id)).rejects.toMatchObject(LACKS_UNRESTRICTED);
    });

    test('a tenant’s own credential creates others only if it is unrestricted, and these are not', async () => {
      const restricted = await cloud().open();
      await expect(restricted.createApplicationCredential(wish())).rejects.toMatchObject(LACKS_UNRESTRICTED);
      const root = await byCredential(await makeByHand({ unrestricted: true }));
      expect(await root.credentialProblem(['member'])).toBeUndefined();
      const child = await root.createApplicationCredential(wish());
      expect(await (await byCredential(child)).credentialProblem([])).toContain('restricted');
      await root.deleteApplicationCredential(child.id);
    });

    test('a role that the account lacks in the project is named before anything is asked of Keystone', async () => {
      const root = await byCredential(await makeByHand({ unrestricted: true, roles: [{ name: 'reader' }] }));
      const message = expect.stringContaining('lacks the role member in the project');
      expect(await root.credentialProblem(['reader', 'member'])).toEqual(message);
      const creation = root.createApplicationCredential(wish());
      await expect(creation).rejects.toMatchObject({ name: 'Misconfigured', message });
    });

    test('another account’s is deleted by an administrator alone', async () => {
      const { id } = await makeByHand({});
      const stranger = await byCredential(await makeByHand({ unrestricted: true }, cloud().cloud.otherProject));
      await expect(stranger.deleteApplicationCredential(id)).rejects.toMatchObject({ name: 'BackendUnauthorized' });
      await session.deleteApplicationCredential(id);
      await session.deleteApplicationCredential(id);
    });
  });

  describe('application credentials that open nothing', () => {
    let accounts: PreparedAccounts;
    beforeAll(async () => {
      accounts = await prepareAccounts(cloud());
    });
    afterAll(() => accounts.remove());

    test('of a project that is gone stay the account’s, which finds and deletes them (D5)', async () => {
      const { sessions } = cloud().sessions({ options: { domainName: accounts.domain.name } });
      const admin = await sessions.admin(cloud().settings.uuid);
      const project = await admin.createProject({ name: `p-${randomUUID()}`, description: '', tags: [] });
      await admin.joinProject(project.id);
      const wanted = wish();
      const created = await (await byAccount(project.id)).createApplicationCredential(wanted);
      await admin.deleteProject(project.id);
      const opening = (await byCredential(created)).projectId();
      await expect(opening).rejects.toMatchObject({ name: 'BackendUnauthorized' });
      expect(await admin.listApplicationCredentials({ name: wanted.name })).toMatchObject([{ id: created.id }]);
      await admin.deleteApplicationCredential(created.id);
      expect(await admin.listApplicationCredentials({ name: wanted.name })).toEqual([]);
    });

    test('of an account that lost its role open the project again with the role', async () => {
      const account = accounts.projectManager;
      const opening = { tenant: { hasOwnCredential: false, backendId: accounts.homeId } };
      const opened = cloud().sessions({ ...opening, ...settingsWith(cloud(), account, accounts.domain.name) });
      const session = await opened.sessions.open(opened.tenant);
      const created = await session.createApplicationCredential(wish());
      const { admin } = cloud().cloud;
      const userId = await userIdOf(account);
      await admin.ask('identity', 'DELETE', await managerRole(userId), z.unknown());
      const usable = async () => (await byCredential(created)).projectId();
      await expect(usable()).rejects.toMatchObject({ name: 'BackendUnauthorized' });
      await grant(admin, accounts.homeId, userId, 'manager');
      expect(await usable()).toBe(accounts.homeId);
    });
    const userIdOf = async ({ username, password, scope }: Account) => {
      const user = { username, password, domain: { id: accounts.domain.id } };
      return (await logInWithScope(cloud().cloud.access.auth_url, user, scope)).userId;
    };
    async function managerRole(userId: string): Promise<string> {
      const { roles } = await cloud().cloud.admin.ask(
        'identity',
        'GET',
        '/roles?name=manager',
        z.object({ roles: z.array(z.object({ id: z.string(), name: z.string() })) }),
      );
      const role = roles.find(({ name }) => name === 'manager');
      return `/projects/${accounts.homeId}/users/${userId}/roles/${role?.id}`;
    }
  });
}

/** The limit is a setting of the cloud's Keystone, so these cases need a simulator. */
export function credentialLimitCases(cloud: () => CloudUnderTest): void {
  test('an account that has as many credentials as its cloud allows is the operator’s to help', async () => {
    const openstack = await cloud().open({ tenant: { hasOwnCredential: false } });
    const message = 'Unable to create additional application credentials, maximum of 50 already exceeded for user.';
    const body = { error: { code: 403, message, title: 'Forbidden' } };
    const path = '/application_credentials$';
    await cloud().simulator?.plan({ kind: 'status', status: 403, method: 'POST', path, body, nth: 1 });
    const creation = openstack.createApplicationCredential({ name: randomUUID(), description: '', roles: ['member'] });
    await expect(creation).rejects.toMatchObject({ name: 'BackendDepleted', message: expect.stringContaining('50') });
  });
}
