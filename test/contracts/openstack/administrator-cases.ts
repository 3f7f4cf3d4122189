import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { logInWithScope } from './cloud-admin.ts';
import type { CloudUnderTest } from './cloud-under-test.ts';
import { type Account, type PreparedAccounts, prepareAccounts, settingsWith } from './prepare-accounts.ts';
import { roleId } from './prepare-cloud.ts';

type Who = 'projectAdmin' | 'domainAdmin' | 'domainManager' | 'projectManager';
const id = z.object({ id: z.string() });
const nothing = z.unknown();

/**
 * These cases show which rights an operator has to grant. The expected statuses were measured on a real OpenStack
 * 2026.2.
 */
export function administratorCases(cloud: () => CloudUnderTest): void {
  describe('the cloud’s own account', () => {
    let accounts: PreparedAccounts;
    beforeAll(async () => {
      accounts = await prepareAccounts(cloud());
    });
    afterAll(() => accounts.remove());

    const logIn = ({ username, password, scope }: Account) => {
      const domain = { id: accounts.domain.id };
      return logInWithScope(cloud().cloud.access.auth_url, { username, password, domain }, scope);
    };
    /** The status of a request with the account's token. */
    async function statusOf(who: Who, service: string, method: string, path: string, body?: unknown): Promise<number> {
      try {
        await (await logIn(accounts[who])).ask(service, method, path, nothing, body);
        return 200;
      } catch (error) {
        return Number(/answered (\d+)/.exec(String(error))?.[1]);
      }
    }
    const newProject = () => ({ project: { name: `p-${randomUUID()}`, domain_id: accounts.domain.id } });

    test.each([
      ['projectAdmin', 200, 200],
      ['domainAdmin', 200, 200],
      ['domainManager', 200, 200],
      ['projectManager', 403, 403],
    ] as const)('%s lists the projects of the domain: %i, and makes one: %i', async (who, lists, makes) => {
      expect(await statusOf(who, 'identity', 'GET', `/projects?domain_id=${accounts.domain.id}`)).toBe(lists);
      expect(await statusOf(who, 'identity', 'POST', '/projects', newProject())).toBe(makes);
    });

    test.each([
      ['projectAdmin', { compute: 200, network: 200, 'block-storage': 200 }],
      ['domainAdmin', { compute: 403, network: 403, 'block-storage': 200 }],
      ['domainManager', { compute: 403, network: 403, 'block-storage': 403 }],
      ['projectManager', { compute: 403, network: 403, 'block-storage': 403 }],
    ] as const)('%s sets quotas of a project: %j', async (who, expected) => {
      const made = await cloud().cloud.admin.ask(
        'identity',
        'POST',
        '/projects',
        z.object({ project: id }),
        newProject(),
      );
      const { id: projectId } = made.project;
      const got = {
        compute: await statusOf(who, 'compute', 'PUT', `/os-quota-sets/${projectId}`, { quota_set: { cores: 7 } }),
        network: await statusOf(who, 'network', 'PUT', `/quotas/${projectId}`, { quota: { port: 7 } }),
        'block-storage': await statusOf(who, 'block-storage', 'PUT', `/os-quota-sets/${projectId}`, {
          quota_set: { volumes: 7 },
        }),
      };
      expect(got).toEqual(expected);
      const { sessions } = cloud().sessions();
      await (await sessions.admin(cloud().settings.uuid)).deleteProjectQuotas(projectId);
    });

    test.each([
      ['projectAdmin', 'itself', 'admin', 200],
      ['projectAdmin', 'a stranger', 'member', 200],
      ['domainManager', 'itself', 'member', 200],
      ['domainManager', 'itself', 'admin', 403],
      ['domainManager', 'a stranger', 'member', 403],
      ['projectManager', 'itself', 'member', 403],
    ] as const)('%s gives %s the role %s in a project of the domain: %i', async (who, whom, role, status) => {
      const { admin } = cloud().cloud;
      const { project } = await admin.ask('identity', 'POST', '/projects', z.object({ project: id }), newProject());
      // `a stranger` means the operator (`admin`). The operator and the account belong to different domains.
      const { userId } = whom === 'itself' ? await logIn(accounts[who]) : admin;
      const path = `/projects/${project.id}/users/${userId}/roles/${await roleId(admin, role)}`;
      expect(await statusOf(who, 'identity', 'PUT', path)).toBe(status);
    });

    const sessionsOf = (who: Who) =>
      cloud().sessions(settingsWith(cloud(), accounts[who], accounts.domain.name)).sessions;
    const settingsOf = () => {
      const { settings } = cloud();
      return { ...settings, options: { ...settings.options, userDomainName: accounts.domain.name } };
    };

    test('one that is admin in a project may do all, and its check says so and leaves nothing', async () => {
      const before = await (await sessionsOf('projectAdmin').admin(cloud().settings.uuid)).listProjects();
      const checks = await sessionsOf('projectAdmin').checkAdmin(settingsOf());
      expect(checks.filter(({ ok }) => !ok)).toEqual([]);
      const texts = checks.map(({ message }) => message);
      // The cases above may have made the account admin in further projects. Keystone lists projects in any order, so
      // the test accepts any project name.
      expect(texts).toContainEqual(expect.stringMatching(/^project-admin is admin in the project \S+\.$/));
      expect(texts).toContain('Keystone lets the account create projects and join them.');
      for (const name of ['Nova', 'Neutron', 'Cinder']) {
        expect(texts).toContain(`${name} lets the account set quotas of other projects.`);
      }
      const after = await (await sessionsOf('projectAdmin').admin(cloud().settings.uuid)).listProjects();
      expect(after).toEqual(before);
      expect(after.map(({ name }) => name)).toContain('home');
    });
    test.each(['domainAdmin', 'domainManager', 'projectManager'] as const)(
      '%s gets an error with what it lacks, by its check and when it is used',
      async (who) => {
        const lacking = 'is not admin in any project. Paddock needs this role to create projects and set their quotas';
        const [failed, ...others] = (await sessionsOf(who).checkAdmin(settingsOf())).filter(({ ok }) => !ok);
        expect(others).toEqual([]);
        expect(failed).toMatchObject({ option: 'username', message: expect.stringContaining(lacking) });
        await expect(sessionsOf(who).admin(cloud().settings.uuid)).rejects.toMatchObject({
          name: 'Misconfigured',
          message: expect.stringContaining(lacking),
        });
      },
    );
    test('a wrong password is reported as that, and is not in the report', async () => {
      const wrong = settingsWith(
        cloud(),
        { ...accounts.projectAdmin, password: 'not-the-secret' },
        accounts.domain.name,
      );
      const checks = await cloud().sessions(wrong).sessions.checkAdmin(settingsOf());
      expect(checks).toMatchObject([{ option: 'password', ok: false }]);
      expect(JSON.stringify(checks)).not.toContain('not-the-secret');
    });
    test('a domain that the cloud does not have is reported by its option', async () => {
      const settings = settingsOf();
      const checks = await sessionsOf('projectAdmin').checkAdmin({
        ...settings,
        options: { ...settings.options, domainName: 'Atlantis' },
      });
      expect(checks.filter(({ ok }) => !ok)).toEqual([
        { option: 'domain_name', ok: false, message: 'The cloud has no domain Atlantis.' },
      ]);
    });
  });
}
