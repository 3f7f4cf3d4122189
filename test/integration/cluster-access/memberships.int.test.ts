import { beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { changed } from '#shared/domain/_core/record';
import { DEFAULT_SITE_SETTINGS } from '#shared/domain/_core/site-settings';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { RancherSettings } from '#shared/domain/providers/service-settings';
import { RECORD_BOUNDS, refusalOf } from '#shared/domain/record-bounds';
import { aRoleTemplate } from '#test/builders/access-builders';
import { aCluster, aUuid, someRancherSettings } from '#test/builders/builders';
import { ofCluster } from '#test/operations';
import { ORIGIN, type Person } from '../_worlds/api-under-test.ts';
import { type Market, openMarket } from '../_worlds/market.ts';

const COLLECTION = 'keycloak-user-group-memberships/';
const KEYCLOAK = {
  url: 'https://id.example.org',
  ...{ realm: 'r', userRealm: 'master', username: 'u', syncFrequency: 15, verifyTls: true },
};
const shown = z.looseObject({ uuid: z.string(), url: z.string(), group: z.string(), group_name: z.string() });
const rows = z.array(z.looseObject({ uuid: z.string(), username: z.string().optional() }));

let market: Market;
let settings: RancherSettings;
let cluster: Cluster;
let role: ReturnType<typeof aRoleTemplate>;
beforeEach(async () => {
  market = await openMarket();
  settings = someRancherSettings();
  settings.options.keycloak = KEYCLOAK;
  role = aRoleTemplate({ settingsUuid: settings.uuid });
  await market.store.commit(market.store.settings.insert(settings), market.store.roleTemplates.insert(role));
  cluster = await anotherCluster();
});

async function anotherCluster(fields: Partial<Cluster> = {}): Promise<Cluster> {
  const { customerUuid, projectUuid, store } = market;
  const given = {
    customerUuid,
    projectUuid,
    settingsUuid: settings.uuid,
    state: 'OK',
    backendId: 'c-m-abcdefgh',
  } as const;
  const made = aCluster({ ...given, ...fields });
  await store.commit(store.clusters.insert(made));
  return made;
}
const body = (fields: object = {}) => ({
  ...{ username: 'olga', email: 'olga@example.org', role: role.uuid, scope_uuid: cluster.uuid },
  ...fields,
});
const grant = (fields?: object, person: Person = market.people.manager) =>
  market.ask('POST', COLLECTION, { ...person, body: body(fields) });
const list = async (search = '', collection = COLLECTION) =>
  rows.parse((await market.ask('GET', `${collection}${search}`, market.people.member)).body);
const pending = async () => (await market.store.outbox.listPending(100)).operations;

describe('a membership', () => {
  test('is accepted as pending with all its details, and an operation makes it so (S0-058, S0-075, S0-122, S0-127, S0-129)', async () => {
    const link = `${ORIGIN}/api/rancher-role-templates/${role.uuid}/`;
    const answer = await grant({ role: link, scope_uuid: `${ORIGIN}/api/rancher-clusters/${cluster.uuid}/` });
    expect(answer.status).toBe(201);
    const { uuid, url, group } = shown.parse(answer.body);
    expect(answer.body).toEqual({
      ...{ uuid, url, group, username: 'olga', email: 'olga@example.org', first_name: '', last_name: '' },
      ...{ group_name: `cluster_${cluster.uuid}_cluster-owner`, group_role: 'cluster-owner' },
      ...{ group_scope_type: 'cluster', group_scope_name: cluster.name, group_scope_uuid: cluster.uuid },
      ...{ state: 'pending', revoked: null, error_message: '', error_traceback: '', last_error: null },
      ...{ created: expect.any(String), modified: expect.any(String), last_checked: expect.any(String) },
    });
    const [membership] = await market.store.keycloakMemberships.listByCluster({
      ...cluster,
      clusterUuid: cluster.uuid,
    });
    expect(await pending()).toMatchObject([
      {
        ...{ machine: 'reconcile-membership', clusterUuid: cluster.uuid },
        ...{ membershipUuid: uuid, groupUuid: membership?.groupUuid },
      },
    ]);
    expect((await market.ask('GET', url, market.people.member)).body).toEqual(answer.body);
    const [row] = await list('', 'keycloak-groups/');
    expect(row).toMatchObject({ url: group, role: link, role_name: 'cluster-owner', backend_id: '' });
    expect((await market.ask('GET', group, market.people.member)).body).toEqual(row);
  });

  test('sends one e-mail, and none when it is refused (S0-128)', async () => {
    const { uuid } = shown.parse((await grant()).body);
    await grant();
    const due = await market.store.mails.listDue(market.clock.now(), 10);
    expect(due).toEqual([`keycloak-membership/${uuid}`]);
    expect(await market.store.mails.find(due[0] ?? '')).toMatchObject({
      ...{ to: 'olga@example.org', template: 'keycloak-membership' },
      values: {
        ...{ role: 'Cluster Owner', scopeType: 'Cluster', scope: cluster.name },
        ...{ rancherUrl: settings.options.backendUrl, activeWithinMinutes: '15' },
      },
    });
  });

  test('above the daily limit of its mailbox is given without an e-mail', async () => {
    const names = Array.from({ length: DEFAULT_SITE_SETTINGS.unconfirmedMailsPerAddress + 1 }, (_, at) => `user-${at}`);
    for (const username of names) expect((await grant({ username })).status).toBe(201);
    const due = await market.store.mails.listDue(market.clock.now(), 100);
    expect(due).toHaveLength(DEFAULT_SITE_SETTINGS.unconfirmedMailsPerAddress);
  });

  test('is refused if the role has as many members as it may have', async () => {
    await grant();
    const { store } = market;
    const [member] = await store.keycloakMemberships.listByCluster({ ...cluster, clusterUuid: cluster.uuid });
    if (member === undefined) throw new Error('nobody is a member');
    const { most } = RECORD_BOUNDS.keycloakMemberships;
    vi.spyOn(store.keycloakMemberships, 'listByGroup').mockResolvedValue(Array(most).fill(member));
    const refusal = refusalOf('keycloakMemberships');
    expect(await grant({ username: 'ada' })).toMatchObject({ status: 400, body: { non_field_errors: [refusal] } });
  });

  test('of one role shares its group with others, however many are added at the same moment', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const answers = await Promise.all(names.map((username) => grant({ username })));
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 201));
    expect(new Set(answers.map((answer) => shown.parse(answer.body).group)).size).toBe(1);
    expect(await list('', 'keycloak-groups/')).toHaveLength(1);
    expect(await pending()).toHaveLength(names.length);
  });

  test('is given once for a name, a role and a scope, and in two clusters (S0-132)', async () => {
    const other = await anotherCluster({ name: 'other' });
    expect((await grant()).status).toBe(201);
    expect(await grant({ username: 'OLGA' })).toMatchObject({
      status: 400,
      body: { non_field_errors: ['This keycloak user group membership already exists.'] },
    });
    expect((await grant({ scope_uuid: other.uuid })).status).toBe(201);
  });

  test('is in groups with the provider’s style of names (S0-124)', async () => {
    const options = { ...settings.options, keycloak: { ...KEYCLOAK, groupNames: 'short' as const } };
    await market.store.commit(market.store.settings.replace(changed(settings, market.clock.now(), { options })));
    expect((await grant()).body).toMatchObject({ group_name: `c_${cluster.uuid}_cluster-owner` });
  });

  test.each<[what: string, fields: () => object, expected: object]>([
    ['no name', () => ({ username: undefined }), { username: ['This field is required.'] }],
    ['an address that is none', () => ({ email: 'olga' }), { email: ['Enter a valid email address.'] }],
    ['an unknown role', () => ({ role: aUuid() }), { role: ['Invalid hyperlink - Object does not exist.'] }],
    [
      'an unknown cluster',
      () => ({ scope_uuid: 'f'.repeat(32) }),
      { scope_uuid: [`Cluster with UUID ${'f'.repeat(32)} does not exist.`] },
    ],
  ])('is refused with %s (S0-122)', async (_what, fields, expected) => {
    expect(await grant(fields())).toMatchObject({ status: 400, body: expected });
    expect(await pending()).toEqual([]);
  });

  test('is refused with a role of another Rancher, one of a project in a cluster, or at a provider without Keycloak', async () => {
    const [foreign, ofProject] = [
      aRoleTemplate(),
      aRoleTemplate({ settingsUuid: settings.uuid, scopeType: 'project' }),
    ];
    const plain = someRancherSettings();
    const elsewhere = aRoleTemplate({ settingsUuid: plain.uuid });
    const { store } = market;
    await store.commit(
      ...[foreign, ofProject, elsewhere].map(store.roleTemplates.insert),
      store.settings.insert(plain),
    );
    const without = await anotherCluster({ settingsUuid: plain.uuid });
    expect((await grant({ role: foreign.uuid })).body).toEqual({
      role: ['The role template and the cluster belong to different providers.'],
    });
    expect((await grant({ role: ofProject.uuid })).body).toEqual({
      scope_uuid: [`Project with UUID ${cluster.uuid} does not exist.`],
    });
    expect((await grant({ role: elsewhere.uuid, scope_uuid: without.uuid })).body).toEqual({
      scope_uuid: ['The provider of the cluster has no Keycloak.'],
    });
  });

  test('is refused while the cluster is not in Rancher or on its way out, and in read-only mode (S0-175)', async () => {
    const leaving = await anotherCluster({ state: 'DELETING' });
    const unmade = await anotherCluster({ state: 'ERRED', backendId: '' });
    expect((await grant({ scope_uuid: leaving.uuid })).status).toBe(409);
    expect((await grant({ scope_uuid: unmade.uuid })).body).toEqual({ detail: 'The cluster is not in Rancher yet.' });
    const quiet = await openMarket({ site: { ...DEFAULT_SITE_SETTINGS, readOnlyMode: true } });
    const { customerUuid, projectUuid, store, people } = quiet;
    const still = aCluster({ ...cluster, uuid: aUuid(), customerUuid, projectUuid });
    await store.commit(store.settings.insert(settings), store.roleTemplates.insert(role), store.clusters.insert(still));
    const asked = { ...people.owner, body: body({ scope_uuid: still.uuid }) };
    expect((await quiet.ask('POST', COLLECTION, asked)).status).toBe(405);
  });

  test('is not written when the cluster’s deletion is accepted at that moment', async () => {
    const { store, clock } = market;
    const accept = store.commit;
    store.commit = async (...writes) => {
      store.commit = accept;
      await accept(store.clusters.replace(changed(cluster, clock.now(), { state: 'DELETION_SCHEDULED' })));
      return accept(...writes);
    };
    expect((await grant()).status).toBe(409);
    expect(await store.keycloakMemberships.listByProvider(settings.uuid)).toEqual([]);
  });

  test('is given by administrators of the cluster’s project only: to members 403, to others there is no such cluster (S0-076, S0-122)', async () => {
    const { member, outsider, owner } = market.people;
    expect((await grant({}, member)).status).toBe(403);
    expect((await grant({}, outsider)).body).toEqual({
      scope_uuid: [`Cluster with UUID ${cluster.uuid} does not exist.`],
    });
    expect((await grant({}, owner)).status).toBe(201);
  });
});

describe('taking a membership away', () => {
  const revoke = (uuid: string, person = market.people.manager) =>
    market.ask('DELETE', `${COLLECTION}${uuid}/`, person);

  test('answers at once, shows when, and lets an operation do it; again tries again', async () => {
    const { uuid } = shown.parse((await grant()).body);
    expect((await revoke(uuid)).status).toBe(204);
    const revoked = market.clock.now().toISOString();
    expect((await market.ask('GET', `${COLLECTION}${uuid}/`, market.people.member)).body).toMatchObject({ revoked });
    expect((await revoke(uuid)).status).toBe(204);
    const operations = await pending();
    expect(operations.map(ofCluster).map(({ machine, membershipUuid }) => [machine, membershipUuid])).toEqual(
      Array.from({ length: 3 }, () => ['reconcile-membership', uuid]),
    );
  });

  test('is refused to members, hidden from others, and too late when the cluster goes', async () => {
    const { uuid } = shown.parse((await grant()).body);
    expect((await revoke(uuid, market.people.member)).status).toBe(403);
    expect((await revoke(uuid, market.people.outsider)).status).toBe(404);
    const { store, clock } = market;
    await store.commit(store.clusters.replace(changed(cluster, clock.now(), { state: 'DELETING' })));
    expect((await revoke(uuid)).status).toBe(409);
  });
});

test('lists are filtered by what memberships and groups have, and show no other customer’s', async () => {
  const second = aRoleTemplate({ settingsUuid: settings.uuid, name: 'cluster-member' });
  await market.store.commit(market.store.roleTemplates.insert(second));
  await grant();
  await grant({ username: 'mia', email: 'mia@example.org', role: second.uuid });
  const names = async (search: string) => (await list(search)).map(({ username }) => username);
  expect(await names('?username=OLG')).toEqual(['olga']);
  expect(await names('?email=mia@')).toEqual(['mia']);
  expect(await names(`?role_uuid=${second.uuid}`)).toEqual(['mia']);
  expect(await names(`?scope_uuid=${cluster.uuid}&scope_type=cluster&state=PENDING&state=ACTIVE`)).toHaveLength(2);
  expect(await names('?state=pending')).toHaveLength(2);
  for (const state of ['ACTIVE', 'active']) expect(await names(`?state=${state}`)).toEqual([]);
  const bad = await market.ask('GET', `${COLLECTION}?state=Done`, market.people.member);
  expect(bad).toMatchObject({ status: 400, body: { state: [expect.stringContaining('Done is not one')] } });
  expect(await list(`?role=${second.uuid}`, 'keycloak-groups/')).toHaveLength(1);
  expect(await list('?scope_type=project', 'keycloak-groups/')).toEqual([]);
  for (const collection of [COLLECTION, 'keycloak-groups/']) {
    expect((await market.ask('GET', collection, market.people.outsider)).body).toEqual([]);
  }
});
