import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { rancherAccess } from '../_worlds/rancher-market.ts';
import { nobodysPort } from '../providers/checked-provider.ts';
import { diagnosisOf } from './diagnosis-of.ts';
import { type SharedCluster, sharedClusterPerTest } from './shared-cluster.ts';

let world: SharedCluster;
sharedClusterPerTest((opened) => {
  world = opened;
});

const diagnose = () => diagnosisOf(world);

/** Replaces the provider's settings. The settings are stored even if their check fails. */
async function changeProvider(options: object): Promise<void> {
  const { market, settingsUuid } = world;
  const body = { options };
  const answer = await market.ask('PATCH', `service-settings/${settingsUuid}/`, { ...market.people.staff, body });
  expect(answer.status, answer.text).toBe(200);
}

async function aKey(wanted: object): Promise<{ username: string; password: string }> {
  const { access_key, secret_key } = rancherAccess.parse(world.simulator.printed);
  const authorization = `Basic ${Buffer.from(`${access_key}:${secret_key}`).toString('base64')}`;
  const answer = await fetch(`${world.simulator.url}/v3/tokens`, {
    ...{ method: 'POST', body: JSON.stringify(wanted), signal: AbortSignal.timeout(10_000) },
    headers: { authorization, 'content-type': 'application/json' },
  });
  const { token } = z.object({ token: z.string() }).parse(await answer.json());
  const [username = '', password = ''] = token.split(':');
  return { username, password };
}

const NEED_RANCHER = ['cluster', 'cluster_connection', 'projects', 'role_template'];

describe('a diagnosis of projects', () => {
  test('answers 200 when Rancher, Keycloak and each offering pass (S1-020, S1-094 to S1-098, U2, U3, U32)', async () => {
    const [one, two] = [
      await world.offering({ plugin_options: { keycloak_enabled: true, default_role: 'project-member' } }),
      await world.offering(),
    ];
    const { status, failed, checks, summary, of, text } = await diagnose();
    expect([status, failed, summary.failed]).toEqual([200, [], 0]);
    expect(new Set(checks.map(({ offering_uuid }) => offering_uuid))).toEqual(new Set([null, one.uuid, two.uuid]));
    expect(of('rancher_login')).toMatchObject({ status: 'ok', offering_uuid: null, advice: '' });
    expect(of('keycloak_login').message).toBe('admin can log in to realm master.');
    expect(of('keycloak_realm').message).toBe(`Keycloak has the realm ${world.keycloak.realm.realm}.`);
    expect(of('keycloak_rights')).toMatchObject({ status: 'ok' });
    expect(of('projects').message).toMatch(/^Rancher lists the projects of the cluster: [1-9]/);
    expect(of('components').message).toContain('cpu: limits.cpu, ram: limits.memory, gpu: requests.nvidia.com/gpu');
    for (const { secret_key } of [rancherAccess.parse(world.simulator.printed)]) expect(text).not.toContain(secret_key);
  });

  test.each([
    ['a wrong secret key', async () => ({ password: 'wrong-secret' })],
    ['a key of one cluster', async () => aKey({ type: 'token', clusterId: world.clusterId })],
    ['a key that has expired', async () => aKey({ type: 'token', ttl: 1 })],
  ])('names all causes of %s, and skips what needs Rancher (S1-013, S1-015, S1-089, S1-099)', async (_, key) => {
    await world.offering();
    await changeProvider(await key());
    const { status, failed, skipped, of, text } = await diagnose();
    expect([status, failed]).toEqual([424, ['rancher_login']]);
    expect(of('rancher_login')).toMatchObject({
      message: 'Rancher does not accept the access key (401 Unauthorized).',
      advice: expect.stringMatching(/secret key.*scope.*expired.*\/v3/),
    });
    expect(skipped).toEqual(expect.arrayContaining(NEED_RANCHER));
    expect(of('keycloak_rights').status).toBe('ok');
    expect(text).not.toContain('wrong-secret');
  });

  test('an address with /v3 at its end is taken without it (S1-021, U31)', async () => {
    await changeProvider({ backend_url: `${world.simulator.url}/v3` });
    expect(await diagnose()).toMatchObject({ status: 200, failed: [] });
    const { settingsUuid, market } = world;
    const { body } = await market.ask('GET', `service-settings/${settingsUuid}/`, market.people.staff);
    expect(body).toMatchObject({ options: { backend_url: world.simulator.url } });
  });

  test('a Rancher that nobody serves fails alone (S1-097, U4, U5, U33)', async () => {
    await changeProvider({ backend_url: await nobodysPort(), username: 'token-abc', password: 'very-secret' });
    const { status, failed, of } = await diagnose();
    expect([status, failed]).toEqual([424, ['rancher_login']]);
    expect(of('rancher_login').message).toContain('cannot be reached (ECONNREFUSED)');
  });

  test('a Rancher that does not answer fails in time, and Keycloak passes', async () => {
    await world.simulator.plan({ path: '^/v3/$', kind: 'hang' });
    const { failed, of } = await diagnose();
    await world.simulator.clearFaults();
    expect(failed).toEqual(['rancher_login']);
    expect(of('rancher_login').message).toMatch(/answer/);
    expect(of('keycloak_login').status).toBe('ok');
  });

  test('a cluster that Rancher does not have is named, beside one that it has (S1-014, S1-092)', async () => {
    await world.offering();
    const wrong = await world.offering({ plugin_options: { cluster_id: 'c-m-nobody00' } });
    const { status, checks } = await diagnose();
    expect(status).toBe(424);
    expect(checks.filter((check) => check.status === 'failed')).toMatchObject([
      {
        ...{ name: 'cluster', offering_uuid: wrong.uuid, offering_name: 'Projects' },
        message: expect.stringMatching(/^Cluster not found or invalid cluster ID/),
        advice: expect.stringContaining('without :p-'),
      },
    ]);
    expect(checks.filter(({ name }) => name === 'projects').map((check) => check.status)).toEqual(
      expect.arrayContaining(['ok', 'skipped']),
    );
  });

  test('a cluster to which Rancher has no connection is named', async () => {
    const { id } = await world.opened.aManagedCluster();
    await world.offering({ plugin_options: { cluster_id: id } });
    expect(await diagnose()).toMatchObject({ status: 424, failed: ['cluster_connection'] });
  });

  test('a role that Rancher does not have is named with those that it has', async () => {
    await world.offering({ plugin_options: { default_role: 'boss' } });
    const { failed, of } = await diagnose();
    expect([failed, of('role_template').advice]).toEqual([
      ['role_template'],
      expect.stringContaining('workloads-manage'),
    ]);
  });

  test.each([
    ['keycloak_login', { keycloak_user_realm: 'nowhere' }, /no realm nowhere/],
    ['keycloak_realm', { keycloak_realm: 'nowhere' }, /no realm nowhere/],
  ])(
    'a realm that Keycloak does not have fails %s, with all causes (S1-090, S1-100)',
    async (name, options, message) => {
      await changeProvider(options);
      const { status, failed, of } = await diagnose();
      expect([status, failed]).toEqual([424, [name]]);
      expect(of(name)).toMatchObject({
        message: expect.stringMatching(message),
        advice: expect.stringMatching(/with and without \/auth.*realm.*keycloak_user_realm/),
      });
    },
  );

  test('a Keycloak at another path is another finding than a wrong password (S1-090, S1-095)', async () => {
    await changeProvider({ keycloak_url: `${world.keycloak.simulator.url}/auth/` });
    const elsewhere = await diagnose();
    expect([elsewhere.failed, elsewhere.of('keycloak_login').advice]).toEqual([
      ['keycloak_login'],
      expect.stringContaining('with and without /auth'),
    ]);
    await changeProvider({ keycloak_url: `${world.keycloak.simulator.url}/`, keycloak_password: 'wrong-secret' });
    const { failed, of, text } = await diagnose();
    expect([failed, of('keycloak_login').message]).toEqual([
      ['keycloak_login'],
      'Realm master does not let admin log in with this password.',
    ]);
    expect(text).not.toContain('wrong-secret');
  });

  test('a Keycloak below /auth passes with this address (S1-031)', async () => {
    const { url } = world.keycloak.simulator;
    const proxy = createServer(async (request, response) => {
      const { method = 'GET', headers, url: asked = '' } = request;
      if (!asked.startsWith('/auth/')) return void response.writeHead(404).end();
      const body = method === 'GET' ? {} : { body: Buffer.concat(await Array.fromAsync(request)) };
      const { authorization = '', 'content-type': type = 'application/json' } = headers;
      const sent = { method, headers: { authorization, 'content-type': type }, ...body };
      const answer = await fetch(url + asked.slice('/auth'.length), sent);
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
    });
    await new Promise<void>((resolve) => void proxy.listen(0, '127.0.0.1', resolve));
    const { port } = z.custom<AddressInfo>().parse(proxy.address());
    const { password: keycloak_password } = world.keycloak.realm.backend.admin;
    await changeProvider({ keycloak_url: `http://127.0.0.1:${port}/auth/`, keycloak_password });
    const { failed, of } = await diagnose();
    proxy.close();
    expect([failed, of('keycloak_rights').status]).toEqual([[], 'ok']);
  });

  test('an account that may not manage groups gets the role that it lacks named (S1-091, S1-095)', async () => {
    const { userRealm, username, password } = await world.keycloak.realm.anAccount('view-users');
    await changeProvider({
      ...{ keycloak_user_realm: userRealm, keycloak_username: username, keycloak_password: password },
    });
    const { failed, of } = await diagnose();
    expect([failed, of('keycloak_rights')]).toMatchObject([
      ['keycloak_rights'],
      { message: expect.stringContaining('403'), advice: expect.stringContaining('manage-users') },
    ]);
  });

  test('is for staff, and for providers alone', async () => {
    const { market, settingsUuid } = world;
    expect(await market.statusOf('POST', `service-settings/${settingsUuid}/diagnose/`)).toBe(403);
    expect(await market.statusOf('POST', `service-settings/${'0'.repeat(32)}/diagnose/`, market.people.staff)).toBe(
      404,
    );
  });
});
