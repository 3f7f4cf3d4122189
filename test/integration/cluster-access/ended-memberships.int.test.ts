import { describe, expect, test } from 'vitest';
import { userOfIdentity } from '#shared/app/identity/authenticate';
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

describe('of somebody whose name in Keycloak is another than in Paddock', () => {
  const REALM = 'https://id.example.org/realms/r';
  const SUBJECT = '5f0c7a52-0f1c-4b0e-9a51-3f4f8a6f2d10';

  /** Signs somebody in, and gives this user a role in the project. */
  async function signedIn(identity: { issuer?: string; subject?: string; username: string; nameAtProvider?: string }) {
    const { store, clock } = market;
    const claims = { issuer: REALM, subject: SUBJECT, email: 'o@example.org', firstName: 'O', lastName: 'L' };
    const uuid = await userOfIdentity({ store, clock, ids: randomIds }, { ...claims, ...identity });
    await store.commit(store.grants.insert(aGrant({ userUuid: uuid, ...inProject(market, 'PROJECT.ADMIN') })));
    return store.users.get(uuid);
  }
  const inGroup = async (username: string, keycloakUserId: string | undefined = SUBJECT) => {
    const membership = aMembership(await aGroup('cluster-owner'), { username, state: 'ACTIVE', keycloakUserId });
    await market.store.commit(market.store.keycloakMemberships.insert(membership));
  };
  const revokeOf = ({ uuid }: { uuid: string }) =>
    market.ask('POST', `projects/${market.projectUuid}/delete_user/`, {
      ...market.people.owner,
      body: { user: uuid, role: 'PROJECT.ADMIN' },
    });

  test('ends although another user of Paddock took the name first, whose role ends nothing', async () => {
    const late = await signedIn({ username: 'Olga' });
    expect(late.username).not.toBe('Olga');
    await inGroup('olga');
    expect((await revoke('PROJECT.ADMIN')).status).toBe(200);
    expect(await endedIn()).toEqual([]);
    expect((await revokeOf(late)).status).toBe(200);
    expect(await endedIn()).toEqual(['olga cluster-owner']);
  });

  test('ends although the user has been renamed in Keycloak', async () => {
    const renamed = await signedIn({ username: 'miller' });
    await inGroup('smith');
    await revokeOf(renamed);
    expect(await endedIn()).toEqual(['smith cluster-owner']);
  });

  test('ends with the role of a user of Keystone, as long as nobody in Paddock has this subject', async () => {
    const keystone = { issuer: 'keystone/1', subject: '77', username: 'kim@Default', nameAtProvider: 'kim' };
    const user = await signedIn(keystone);
    await inGroup('kim', 'c0ffee00-0f1c-4b0e-9a51-3f4f8a6f2d10');
    await revokeOf(user);
    expect(await endedIn()).toEqual(['kim cluster-owner']);
  });

  test('of a user of Keystone stays, if its subject is another user of Paddock', async () => {
    const user = await signedIn({
      issuer: 'keystone/1',
      subject: '77',
      username: 'kim@Default',
      nameAtProvider: 'kim',
    });
    await signedIn({ username: 'kim' });
    await inGroup('kim');
    await revokeOf(user);
    expect(await endedIn()).toEqual([]);
  });

  test('ends before Keycloak knows the name, if it is the name with which the user signs in', async () => {
    const late = await signedIn({ username: 'Olga' });
    const waiting = aMembership(await aGroup('cluster-owner'), { username: 'olga' });
    await market.store.commit(market.store.keycloakMemberships.insert(waiting));
    await revokeOf(late);
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
