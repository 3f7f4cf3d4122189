import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { RancherRoleTemplate } from '#shared/domain/providers/rancher-role-template';
import { aRancherProject, aRoleTemplate } from '#test/builders/access-builders';
import type { Person } from '../_worlds/api-under-test.ts';
import type { Market } from '../_worlds/market.ts';
import { clusterToEnterPerTest } from '../cluster-access/cluster-to-enter.ts';

const COLLECTION = 'keycloak-user-group-memberships/';
const made = z.object({ uuid: z.string() });

let market: Market;
let cluster: Cluster;
let admin: Person;
clusterToEnterPerTest((opened) => {
  ({ market, cluster, admin } = opened);
});

async function aRole(name: string, scopeType: RancherRoleTemplate['scopeType'] = 'cluster') {
  const role = aRoleTemplate({ settingsUuid: cluster.settingsUuid, name, scopeType });
  await market.store.commit(market.store.roleTemplates.insert(role));
  return role.uuid;
}
const give = (person: Person, role: string, scope_uuid = cluster.uuid) =>
  market.ask('POST', COLLECTION, {
    ...person,
    body: { username: 'olga', email: 'olga@example.org', role, scope_uuid },
  });
const refusal = (role: string) => ({
  status: 403,
  body: {
    detail: `Only managers of the project and owners of the customer can give or remove the role ${role}.`,
  },
});

describe('an administrator of a project', () => {
  test('gives nobody more than their own role in its clusters, themselves included (S0-122)', async () => {
    const owner = await aRole('cluster-owner');
    expect(await give(admin, owner)).toMatchObject(refusal('cluster-owner'));
    const body = { username: admin.user.username, email: 'me@example.org', role: owner, scope_uuid: cluster.uuid };
    expect(await market.ask('POST', COLLECTION, { ...admin, body })).toMatchObject(refusal('cluster-owner'));
    expect((await market.store.outbox.listPending(10)).operations).toEqual([]);
    expect((await give(admin, await aRole('cluster-member'))).status).toBe(201);
    expect((await give(market.people.manager, owner)).status).toBe(201);
  });

  test('gives roles in projects of a cluster, but for the one that runs it (S0-120)', async () => {
    const role = await aRole('project-owner', 'project');
    const projects = [{ isSystem: false }, { isSystem: true }, {}].map((fields) =>
      aRancherProject(cluster, { name: 'analytics', ...fields }),
    );
    await market.store.commit(...projects.map(market.store.rancherProjects.insert));
    const answers = await Promise.all(projects.map(({ uuid }) => give(admin, role, uuid)));
    expect(answers.map(({ status }) => status)).toEqual([201, 403, 403]);
    expect(answers[1]).toMatchObject(refusal('project-owner in the System project'));
    expect((await give(market.people.manager, role, projects[1]?.uuid)).status).toBe(201);
  });

  test('revokes no role that they could not give', async () => {
    const { uuid } = made.parse((await give(market.people.manager, await aRole('cluster-owner'))).body);
    const weaker = made.parse((await give(market.people.manager, await aRole('cluster-member'))).body);
    const revoke = (it: string, person = admin) => market.ask('DELETE', `${COLLECTION}${it}/`, person);
    expect(await revoke(uuid)).toMatchObject(refusal('cluster-owner'));
    expect((await revoke(weaker.uuid)).status).toBe(204);
    expect((await revoke(uuid, market.people.manager)).status).toBe(204);
  });

  test('has no other way to more rights: roles here, offers of them, kubeconfigs, tokens of others', async () => {
    const { customerUuid, projectUuid } = market;
    const { manager, outsider } = market.people;
    const asked = async (path: string, body: object, person = admin) =>
      (await market.ask('POST', path, { ...person, body })).status;
    const user = outsider.user.uuid;
    for (const role of ['PROJECT.MEMBER', 'PROJECT.MANAGER']) {
      expect(await asked(`projects/${projectUuid}/add_user/`, { user, role })).toBe(403);
    }
    const offered = { email: 'a@example.org', role: 'PROJECT.MANAGER', scope: `projects/${projectUuid}` };
    expect(await asked('user-invitations/', offered)).toBe(403);
    expect(await asked(`rancher-clusters/${cluster.uuid}/kubeconfig/`, {})).toBe(403);
    expect(await asked('api-tokens/', { user, name: 'theirs' })).toBe(403);
    // A manager has a role in a project only, and cannot give roles at the customer.
    const owned = { role: 'CUSTOMER.OWNER', scope: `customers/${customerUuid}` };
    expect(await asked('user-invitations/', { email: 'a@example.org', ...owned }, manager)).toBe(400);
    expect(await asked(`customers/${customerUuid}/add_user/`, { user, role: 'CUSTOMER.OWNER' }, manager)).toBe(403);
    expect(await asked(`projects/${projectUuid}/add_user/`, { user, role: 'CUSTOMER.OWNER' }, manager)).toBe(400);
    expect(await asked('api-tokens/', { user, name: 'theirs' }, manager)).toBe(403);
  });
});
