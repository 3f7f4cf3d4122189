import { describe, expect, test } from 'vitest';
import { revokeEndedGrants } from '#shared/app/organizations/revoke-ended-grants';
import { changed } from '#shared/domain/_core/record';
import type { KeycloakGroup } from '#shared/domain/cluster-access/groups/keycloak-group';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { RoleName } from '#shared/domain/organizations/role';
import { VersionConflict } from '#shared/errors';
import { randomIds } from '#shared/runtime/clock-and-ids';
import { aKeycloakGroup, aMembership } from '#test/builders/access-builders';
import { aCluster, aGrant, aProject } from '#test/builders/builders';
import { ofCluster } from '#test/operations';
import type { Person } from '../_worlds/api-under-test.ts';
import type { Market } from '../_worlds/market.ts';
import { clusterToEnterPerTest, inProject } from './cluster-to-enter.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const inAnHour = '2026-03-01T13:00:00.000Z';

let market: Market;
let cluster: Cluster;
let admin: Person;
clusterToEnterPerTest(
  (opened) => {
    ({ market, cluster, admin } = opened);
  },
  { username: 'Olga' },
);

async function aGroup(role: string, within: Cluster = cluster): Promise<KeycloakGroup> {
  const { settingsUuid, uuid: clusterUuid, customerUuid, projectUuid } = within;
  const group = aKeycloakGroup({ settingsUuid, clusterUuid, customerUuid, projectUuid, role });
  await market.store.commit(market.store.keycloakGroups.insert(group));
  return group;
}
/** Adds a membership. Keycloak ignores the case of usernames. */
async function enters(group: KeycloakGroup, username = 'olga') {
  const membership = aMembership(group, { username });
  await market.store.commit(market.store.keycloakMemberships.insert(membership));
  return membership;
}
const endedIn = async ({ settingsUuid, uuid: clusterUuid }: Cluster = cluster) =>
  (await market.store.keycloakMemberships.listByCluster({ settingsUuid, clusterUuid }))
    .filter(({ revokedAt }) => revokedAt !== undefined)
    .map(({ role, username }) => `${username} ${role}`)
    .sort();
const pendingOperations = async () =>
  (await market.store.outbox.listPending(100)).operations
    .map(ofCluster)
    .map(({ machine, membershipUuid }) => [machine, membershipUuid]);
const revoke = (role: RoleName, person = admin) =>
  market.ask('POST', `projects/${market.projectUuid}/delete_user/`, {
    ...market.people.owner,
    body: { user: person.user.uuid, role },
  });

describe('with somebody’s last role in a project', () => {
  test('end the user’s memberships in its clusters, and an operation takes each from Keycloak and Rancher (S0-161)', async () => {
    const [owned, joined] = [await enters(await aGroup('cluster-owner')), await enters(await aGroup('cluster-member'))];
    expect((await revoke('PROJECT.ADMIN')).status).toBe(200);
    expect(await endedIn()).toEqual(['olga cluster-member', 'olga cluster-owner']);
    expect((await pendingOperations()).sort()).toEqual(
      [owned, joined].map(({ uuid }) => ['reconcile-membership', uuid]).sort(),
    );
  });

  test('ends nothing of other people, nor of the same user in other projects', async () => {
    const group = await aGroup('cluster-member');
    await enters(group, 'a-stranger-to-paddock');
    const { customerUuid } = market;
    const project = aProject({ customerUuid });
    const { settingsUuid } = cluster;
    const other = aCluster({ settingsUuid, customerUuid, projectUuid: project.uuid, state: 'OK' });
    await market.store.commit(market.store.projects.insert(project), market.store.clusters.insert(other));
    await enters(await aGroup('cluster-member', other));
    await revoke('PROJECT.ADMIN');
    expect([await endedIn(), await endedIn(other), await pendingOperations()]).toEqual([[], [], []]);
  });

  test.each<[left: RoleName, ended: string[]]>([
    ['PROJECT.MANAGER', []],
    ['CUSTOMER.OWNER', []],
    ['PROJECT.ADMIN', ['olga cluster-owner']],
    ['PROJECT.MEMBER', ['olga cluster-member', 'olga cluster-owner']],
  ])('a role that stays keeps the memberships that it allows: %s', async (left, ended) => {
    const { customerUuid, store } = market;
    const [last, userUuid] = [left === 'PROJECT.ADMIN' ? 'PROJECT.MANAGER' : 'PROJECT.ADMIN', admin.user.uuid] as const;
    const scope = { scopeType: 'customer', scopeUuid: customerUuid, customerUuid } as const;
    const roles = new Set<RoleName>([left, last]);
    roles.delete('PROJECT.ADMIN'); // the administrator already has this role
    for (const role of roles) {
      const at = role === 'CUSTOMER.OWNER' ? { role, ...scope } : inProject(market, role);
      await store.commit(store.grants.insert(aGrant({ userUuid, ...at })));
    }
    for (const role of ['cluster-owner', 'cluster-member']) await enters(await aGroup(role));
    await revoke(last);
    expect(await endedIn()).toEqual(ended);
  });

  test('of a customer end those in all its projects', async () => {
    const { customerUuid, people } = market;
    const { user } = people.owner;
    await enters(await aGroup('cluster-owner'), user.username);
    await market.ask('POST', `customers/${customerUuid}/delete_user/`, {
      ...people.staff,
      body: { user: user.uuid, role: 'CUSTOMER.OWNER' },
    });
    expect(await endedIn()).toEqual([`${user.username} cluster-owner`]);
  });

  test('end as many as there are, and the role only with them: a failure in between is made good by the next call', async () => {
    const { store } = market;
    for (let number = 0; number < 12; number += 1) await enters(await aGroup(`rt-${number}`));
    const accept = store.commit;
    let commits = 0;
    store.commit = async (...writes) => {
      commits += 1;
      if (commits === 2) throw new Error('the function dies');
      return accept(...writes);
    };
    expect((await revoke('PROJECT.ADMIN')).status).toBe(500);
    expect(await endedIn()).toHaveLength(10);
    expect(await store.grants.find(admin.user.uuid, market.projectUuid, 'PROJECT.ADMIN')).toBeDefined();
    store.commit = accept;
    expect((await revoke('PROJECT.ADMIN')).status).toBe(200);
    expect(await endedIn()).toHaveLength(12);
    expect(await pendingOperations()).toHaveLength(12);
    expect(await store.grants.find(admin.user.uuid, market.projectUuid, 'PROJECT.ADMIN')).toBeUndefined();
  });

  test('end though Keycloak’s machine writes one at that moment', async () => {
    const { store, clock } = market;
    const membership = await enters(await aGroup('cluster-owner'));
    const accept = store.commit;
    store.commit = async (...writes) => {
      store.commit = accept;
      await accept(store.keycloakMemberships.replace(changed(membership, clock.now(), { state: 'ACTIVE' })));
      return accept(...writes);
    };
    expect((await revoke('PROJECT.ADMIN')).status).toBe(200);
    expect(await endedIn()).toEqual(['olga cluster-owner']);
  });
});

describe('with a role after its end', () => {
  test('end its holder’s memberships in the next run (S0-161)', async () => {
    const { store, clock } = market;
    const held = await store.grants.find(admin.user.uuid, market.projectUuid, 'PROJECT.ADMIN');
    if (!held) throw new VersionConflict('the user has it');
    await store.commit(store.grants.replace(held, { ...held, expiresAt: inAnHour }));
    const { uuid } = await enters(await aGroup('cluster-member'));
    const run = () => revokeEndedGrants({ ...market, ids: randomIds, events: { publish: async () => undefined }, log });
    expect([await run(), await endedIn()]).toEqual([0, []]);
    clock.advance(3600);
    expect([await run(), await endedIn()]).toEqual([1, ['olga cluster-member']]);
    expect(await pendingOperations()).toEqual([['reconcile-membership', uuid]]);
  });
});
