import { expect, test } from 'vitest';
import { z } from 'zod';
import { type Connect, connectJson } from '#shared/adapters/json-client';
import { providerOf } from '../_worlds/rancher-market.ts';
import { type RemoteWorld, remoteWorldPerTest } from './remote-world.ts';

let world: RemoteWorld;
remoteWorldPerTest(
  (opened) => {
    world = opened;
  },
  { keycloak_enabled: true, keycloak_use_user_id: false },
);

async function carryOut(): Promise<void> {
  await world.pass('serve_remote_orders');
  await world.work();
  await world.pass('serve_remote_orders');
}
async function madeProject() {
  const { marketplace_resource_uuid: resource } = await world.remote.order('web shop', { cpu: 2, ram: 4 });
  await carryOut();
  const here = await world.resourceHere(resource);
  return { resource, project: here?.rancherProject ?? expect.fail('Paddock has the resource') };
}
/** Creates a project in Rancher as the site agent does for a resource. */
async function madeByAgent(slug: string) {
  const shown = z.array(z.looseObject({ customer_slug: z.string(), project_slug: z.string() }));
  const [found] = shown.parse(await world.remote.ask('GET', `marketplace-provider-resources/?slug=${slug}`));
  const { customer_slug, project_slug } = found ?? expect.fail('the remote Waldur has the resource');
  const annotations = {
    ...{ 'waldur/organization': customer_slug, 'waldur/managed': 'true', 'waldur/project_slug': project_slug },
  };
  const { opened, clusterId } = world.cluster;
  return opened.rancher.createProject(clusterId, { name: `${world.prefix}${slug}`, description: '', annotations });
}

test('users of a remote resource are in its group, and a list that fails is not empty', async () => {
  const { keycloak } = world.cluster;
  const { manager, member } = world.remote.market.people;
  const usernames = [manager, member].map(({ user }) => user.username).sort();
  for (const username of usernames) await keycloak.realm.aUser(username);
  const { project, resource } = await madeProject();
  const { parent, child } = project.groups ?? expect.fail('the project has groups');
  // The remote Waldur chooses its uuids, so the group is named by the uuid that the resource has here.
  const here = await world.resourceHere(resource);
  expect(child).toContain(here?.uuid);
  expect(child).not.toContain(resource);
  const members = async () => {
    const group = await keycloak.realm.keycloak.findGroupAt(parent, child);
    const found = group ? await Array.fromAsync(keycloak.realm.keycloak.listMembers(group.id)) : [];
    return found.map(({ username }) => username).sort();
  };
  expect(await world.pass('sync_project_members')).toMatchObject({ written: 2, failed: 0 });
  expect(await members()).toEqual(usernames);
  world.remote.served.close();
  expect(await world.pass('sync_project_members')).toMatchObject({ removed: 0, failed: 1 });
  expect(await members()).toEqual(usernames);
});

/**
 * Simulates a Waldur that restricts access to a resource. The remote Waldur of this test is a Paddock, which never
 * restricts access.
 */
const restricting: Connect = (connection) => {
  const client = connectJson(connection);
  return async (request) => {
    if (!/^\/marketplace-provider-resources\/[0-9a-f]{32}\/$/.test(request.path)) return client(request);
    const answer = await client({ ...request, reply: z.looseObject({}) });
    return { ...answer, body: request.reply.parse({ ...answer.body, restrict_member_access: true }) };
  };
};

test('nobody is in the group of a resource while Waldur restricts the access to it', async () => {
  const { keycloak } = world.cluster;
  const { manager, member } = world.remote.market.people;
  for (const { user } of [manager, member]) await keycloak.realm.aUser(user.username);
  const { project } = await madeProject();
  const { parent, child } = project.groups ?? expect.fail('the project has groups');
  const group = () => keycloak.realm.keycloak.findGroupAt(parent, child);
  await world.pass('sync_project_members');
  expect(await group()).toBeDefined();
  await world.pass('sync_project_members', restricting);
  expect(await group()).toBeUndefined();
  await world.pass('sync_project_members');
  expect(await group()).toBeDefined();
});

test('a resource that has failed in Waldur is set to OK once its project is there', async () => {
  const { resource } = await madeProject();
  await world.remote.ask('POST', `marketplace-provider-resources/${resource}/set_as_erred/`, {});
  expect(await world.remote.resourceNow(resource)).toMatchObject({ state: 'Erred' });
  await world.pass('sync_remote_resources');
  expect(await world.remote.resourceNow(resource)).toMatchObject({ state: 'OK' });
  world.remote.served.asked.splice(0);
  await world.pass('sync_remote_resources');
  expect(world.remote.served.asked.filter((asked) => asked.includes('set_as_ok'))).toEqual([]);
});

/** Simulates a Waldur that ignores the filter by month. The answer then contains a higher figure of an old month. */
const withOlderUsage =
  (resource_uuid: string): Connect =>
  (connection) => {
    const client = connectJson(connection);
    return async (request) => {
      const answer = await client(request);
      if (request.path !== '/marketplace-component-usages/') return answer;
      const older = [{ type: 'cpu', usage: '99.00', resource_uuid, billing_period: '2020-01-01' }];
      const listed = z.array(z.unknown()).parse(answer.body);
      return {
        ...answer,
        body: z
          .custom<typeof answer.body>()
          .parse([...listed, ...z.array(z.unknown()).parse(request.reply.parse(older))]),
      };
    };
  };

test('usage of the month is reported when it grows, and each round says that the agent is there', async () => {
  const { resource, project } = await madeProject();
  const container = {
    name: 'main',
    image: 'x',
    resources: { requests: { cpu: '1500m' }, limits: { cpu: '1500m', memory: '1Gi' } },
  };
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web' }, spec: { containers: [container] } };
  await world.cluster.inside.post(`/api/v1/namespaces/${project.projectName}/pods`, pod);
  await world.pass('sync_project_usages');
  expect(await world.pass('report_remote_usages', withOlderUsage(resource))).toMatchObject({ failed: 0 });
  const usages = await world.remote.ask('GET', `marketplace-component-usages/?resource_uuid=${resource}`);
  expect(usages).toEqual(expect.arrayContaining([expect.objectContaining({ type: 'cpu', usage: '1.50' })]));
  const { asked } = world.remote.served;
  asked.splice(0);
  await world.pass('report_remote_usages');
  expect(asked.filter((one) => one.includes('set_usage'))).toEqual([]);
  const agents = await world.remote.ask('GET', 'marketplace-site-agent-identities/');
  const services = [expect.objectContaining({ mode: 'order_process' }), expect.objectContaining({ mode: 'report' })];
  expect(agents).toMatchObject([
    { name: `agent-${world.remote.offering}`, version: 'paddock-0.1.0', services: expect.arrayContaining(services) },
  ]);
});

test('a project of a site agent is taken over, refreshed, changed and ended', async () => {
  const { remote, cluster } = world;
  const { uuid, marketplace_resource_uuid: resource } = await remote.order('old shop', { cpu: 2 });
  const { slug } = await remote.resourceNow(resource);
  const { id } = await madeByAgent(slug);
  await remote.ask('POST', `marketplace-orders/${uuid}/approve_by_provider/`, {});
  await remote.ask('POST', `marketplace-provider-resources/${resource}/set_backend_id/`, { backend_id: id });
  await remote.ask('POST', `marketplace-orders/${uuid}/set_state_done/`);
  expect(await world.pass('sync_remote_resources')).toMatchObject({ written: 1, failed: 0 });
  expect(await world.resourceHere(resource)).toMatchObject({ state: 'OK', rancherProject: { backendId: id } });
  expect(await cluster.opened.rancher.findProject(id)).toMatchObject({
    annotations: { 'waldur/managed': 'true', 'paddock.cloud/resource': expect.any(String) },
  });
  expect(await remote.ask('GET', `marketplace-provider-resources/${resource}/`)).toMatchObject({
    ...{ last_sync: expect.any(String), backend_metadata: { name: `${world.prefix}${slug}` } },
  });
  expect(await world.pass('sync_remote_resources')).toMatchObject({ written: 0, failed: 0 });
  const order = await remote.later(resource, 'update_limits', { limits: { cpu: 4 } });
  await carryOut();
  expect(await remote.orderNow(order)).toMatchObject({ state: 'done' });
  expect(await world.projectsOf(slug)).toHaveLength(1);
  const end = await remote.later(resource, 'terminate', {});
  await carryOut();
  expect(await remote.orderNow(end)).toMatchObject({ state: 'done' });
  await expect.poll(() => world.projectsOf(slug), { timeout: 10_000 }).toEqual([]);
});

test('no project is taken over if the Rancher also serves another Waldur, whose agent may have made it', async () => {
  const { remote, cluster } = world;
  const { market } = cluster;
  const other = await providerOf(market, cluster);
  const waldur = { waldur_api_url: 'https://other-waldur.example.org/api', waldur_api_token: 'other-token' };
  await market.ask('PATCH', `service-settings/${other.settingsUuid}/`, {
    ...market.people.staff,
    body: { options: waldur },
  });
  const { uuid, marketplace_resource_uuid: resource } = await remote.order('their shop', { cpu: 2 });
  const { slug } = await remote.resourceNow(resource);
  const { id } = await madeByAgent(slug);
  await remote.ask('POST', `marketplace-provider-resources/${resource}/set_backend_id/`, { backend_id: id });
  await carryOut();
  expect(await remote.orderNow(uuid)).toMatchObject({ state: 'erred' });
  const { annotations } = (await cluster.opened.rancher.findProject(id)) ?? expect.fail('the project stays');
  expect(annotations).not.toHaveProperty('paddock.cloud/resource');
});

test('a creation that a site agent has begun goes on in the project that it made', async () => {
  const { remote } = world;
  const { uuid, marketplace_resource_uuid: resource } = await remote.order('half shop', { cpu: 2 });
  const { slug } = await remote.resourceNow(resource);
  const { id } = await madeByAgent(slug);
  await carryOut();
  expect(await remote.orderNow(uuid)).toMatchObject({ state: 'done' });
  expect(await remote.resourceNow(resource)).toMatchObject({ backend_id: id });
  expect(await world.projectsOf(slug)).toHaveLength(1);
});
