import { expect, test } from 'vitest';
import { BackendUnauthorized, BackendUnavailable } from '#shared/errors';
import type { KeystoneToken } from './keystone-login.ts';
import { findHomeProject } from './own-projects.ts';

const project = (name: string, tags: string[] = []) => ({ id: `id-${name}`, name, tags });
const token = {
  ...{ value: '', expiresAt: new Date(0), projectId: '', userId: '', userDomainId: '' },
  ...{ isRestricted: false, catalog: [] },
};

/**
 * A simulated Keystone. `roles` has the account's roles in each project, by the project's id. If the value is an error,
 * the login to the project fails with this error. Login attempts are recorded in order.
 */
function keystone(roles: Record<string, string[] | Error>) {
  const tried: string[] = [];
  const open = (projectId: string) => ({
    async token(): Promise<KeystoneToken> {
      tried.push(projectId);
      const got = roles[projectId] ?? [];
      if (got instanceof Error) throw got;
      return { ...token, roles: got };
    },
  });
  return { tried, open };
}

test('the first project in which the account is admin is its home; one called admin is looked at first', async () => {
  const { tried, open } = keystone({ 'id-admin': ['member'], 'id-ops': ['admin', 'member'], 'id-other': ['admin'] });
  const found = await findHomeProject([project('lab'), project('ops'), project('other'), project('admin')], open);
  expect(found?.project.name).toBe('ops');
  expect(tried).toEqual(['id-admin', 'id-lab', 'id-ops']);
});

test('projects of our own making are no home, and are not asked', async () => {
  const { tried, open } = keystone({ 'id-ours': ['admin'] });
  expect(await findHomeProject([project('ours', ['paddock:cluster:1'])], open)).toBeUndefined();
  expect(tried).toEqual([]);
});

test('a project that takes no login is passed over', async () => {
  const { open } = keystone({ 'id-off': new BackendUnauthorized('disabled'), 'id-ops': ['admin'] });
  expect((await findHomeProject([project('off'), project('ops')], open))?.project.name).toBe('ops');
});

test('a Keystone that does not answer is not taken for one that says no', async () => {
  const { open } = keystone({ 'id-ops': new BackendUnavailable('gone') });
  await expect(findHomeProject([project('ops')], open)).rejects.toMatchObject({ name: 'BackendUnavailable' });
});

test('after twenty projects the search is given up', async () => {
  const { tried, open } = keystone({});
  expect(
    await findHomeProject(
      Array.from({ length: 30 }, (_, n) => project(`p${n}`)),
      open,
    ),
  ).toBeUndefined();
  expect(tried).toHaveLength(20);
});
