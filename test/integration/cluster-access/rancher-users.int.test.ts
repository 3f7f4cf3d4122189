import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { RancherProject } from '#shared/domain/cluster-access/rancher-project';
import type { RancherUser } from '#shared/domain/cluster-access/rancher-user';
import { aRancherProject, aRancherUser, aRancherUserLink } from '#test/builders/access-builders';
import { aCluster, aProject, aUuid, CREATED } from '#test/builders/builders';
import { ORIGIN, type Person } from '../_worlds/api-under-test.ts';
import { openMarket } from '../_worlds/market.ts';

const shown = z.array(
  z.looseObject({ user_name: z.string(), cluster_roles: z.array(z.looseObject({ cluster_name: z.string() })) }),
);
const settingsUuid = aUuid();
const later = (seconds: number) => new Date(Date.parse(CREATED) + seconds * 1000).toISOString();
const account = (username: string, created: string, fields: Partial<RancherUser> = {}) =>
  aRancherUser({ settingsUuid, username, fullName: `${username} Example`, created, ...fields });

const market = await openMarket();
const { store, customerUuid, projectUuid, people } = market;
const sibling = aProject({ customerUuid });
const at = (customer: string, project: string, name: string) =>
  aCluster({ customerUuid: customer, projectUuid: project, settingsUuid, name });
const [here, beside, elsewhere] = [
  at(customerUuid, projectUuid, 'here'),
  at(customerUuid, sibling.uuid, 'beside'),
  at(aUuid(), aUuid(), 'elsewhere'),
] as const;
// The clusters `here` and `beside` belong to one customer, and `elsewhere` to another. Olga has roles at both
// customers. Mia has a role only in `elsewhere`. The account `idle` has lost all roles.
const [shop, foreign] = [aRancherProject(here, { name: 'shop' }), aRancherProject(elsewhere, { name: 'foreign' })];
const roleIn = ({ customerUuid: customer, projectUuid: project, clusterUuid, uuid, name }: RancherProject) => ({
  ...{ customerUuid: customer, projectUuid: project, clusterUuid, roleUuid: aUuid() },
  ...{ rancherProjectUuid: uuid, rancherProjectName: name },
});
const [inShop, inForeign] = [roleIn(shop), roleIn(foreign)];
const olga = account('olga', later(1), { projectRoles: [inShop, inForeign] });
const mia = account('mia', later(2));
const idle = account('idle', later(3), { blockedAt: later(4), fullName: 'Lost All' });
await store.commit(store.projects.insert(sibling), ...[olga, mia, idle].map(store.rancherUsers.insert));
const links = [
  ...[here, beside, elsewhere].map((cluster) => aRancherUserLink(cluster, olga)),
  aRancherUserLink(elsewhere, mia, { role: 'cluster-member' }),
];
for (const link of links) await store.commit(store.rancherUserLinks.insert(link));

async function seen(person: Person, query = '') {
  const { body, headers } = await market.ask('GET', `rancher-users/${query}`, person);
  const found = shown.parse(body);
  const rolesOf = ({ cluster_roles }: (typeof found)[number]) => cluster_roles.map((it) => it.cluster_name).sort();
  return {
    found: found.map((it) => [it.user_name, rolesOf(it)]),
    total: new Headers(Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)])).get(
      'x-result-count',
    ),
  };
}

describe('accounts in Rancher', () => {
  test('are shown with Waldur’s fields, and cannot be written (S0-053, S0-055, S0-056, S0-074)', async () => {
    const { body } = await market.ask('GET', `rancher-users/${olga.uuid}/`, people.manager);
    const link = (collection: string, uuid: string) => `${ORIGIN}/api/${collection}/${uuid}/`;
    expect(body).toEqual({
      ...{ url: link('rancher-users', olga.uuid), uuid: olga.uuid, user: link('users', olga.userUuid) },
      ...{ user_name: 'olga', full_name: 'olga Example', is_active: true },
      project_roles: [
        {
          ...{ project: link('rancher-projects', shop.uuid), project_name: 'shop', project_uuid: shop.uuid },
          role: link('rancher-role-templates', inShop.roleUuid),
        },
      ],
      settings: link('service-settings', settingsUuid),
      cluster_roles: [
        {
          ...{ cluster: link('rancher-clusters', here.uuid), cluster_name: 'here', cluster_uuid: here.uuid },
          role: link('rancher-role-templates', links[0]?.roleUuid ?? ''),
        },
      ],
      ...{ error_message: '', error_traceback: '', last_error: null },
    });
    expect(await market.statusOf('POST', 'rancher-users/', people.staff)).toBe(405);
    expect(await market.statusOf('DELETE', `rancher-users/${olga.uuid}/`, people.staff)).toBe(405);
  });

  test('staff sees all; others those with a role in a cluster that they see, and no other role of theirs (R-9-139, S0-166)', async () => {
    const all = [
      ['idle', []],
      ['mia', ['elsewhere']],
      ['olga', ['beside', 'elsewhere', 'here']],
    ];
    expect(await seen(people.staff)).toEqual({ found: all, total: '3' });
    expect(await seen(people.owner)).toEqual({ found: [['olga', ['beside', 'here']]], total: '1' });
    expect(await seen(people.member)).toEqual({ found: [['olga', ['here']]], total: '1' });
    expect(await seen(people.outsider)).toEqual({ found: [], total: '0' });
    for (const hidden of [mia, idle]) {
      expect(await market.statusOf('GET', `rancher-users/${hidden.uuid}/`, people.owner)).toBe(404);
      expect(await market.statusOf('GET', `rancher-users/${hidden.uuid}/`, people.staff)).toBe(200);
    }
  });

  test('of one cluster are shown with their roles in it alone', async () => {
    expect((await seen(people.staff, `?cluster_uuid=${elsewhere.uuid}`)).found).toEqual([
      ['mia', ['elsewhere']],
      ['olga', ['elsewhere']],
    ]);
    expect((await seen(people.owner, `?cluster_uuid=${beside.uuid}`)).found).toEqual([['olga', ['beside']]]);
    expect((await seen(people.owner, `?cluster_uuid=${elsewhere.uuid}`)).found).toEqual([]);
    expect((await seen(people.member, `?cluster_uuid=${beside.uuid}`)).found).toEqual([]);
  });

  test.each([
    [`user_uuid=${olga.userUuid}`, ['olga']],
    ['user_username=MI', ['mia']],
    ['user_full_name=lost', ['idle']],
    [`settings_uuid=${settingsUuid}`, ['idle', 'mia', 'olga']],
    [`settings_uuid=${aUuid()}`, []],
    ['is_active=false', ['idle']],
    [`is_active=true&cluster_uuid=${elsewhere.uuid}&user_username=ol`, ['olga']],
    ['page_size=1&page=2', ['mia']],
    [`cluster_uuid=${elsewhere.uuid}&page_size=1&page=2`, ['olga']],
  ])('are filtered and paged: %s', async (query, expected) => {
    expect((await seen(people.staff, `?${query}`)).found.map(([name]) => name)).toEqual(expected);
  });
});
