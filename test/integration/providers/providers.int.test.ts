import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { settingsSecretName } from '#shared/domain/providers/service-settings';
import { Conflict } from '#shared/errors';
import { aKeycloakGroup } from '#test/builders/access-builders';
import { aCluster } from '#test/builders/builders';
import { type Cloud, cloudOptions, type Market, openMarket, rancherOptions, startCloud } from '../_worlds/market.ts';

let cloud: Cloud;
let market: Market;
beforeAll(async () => {
  cloud = await startCloud();
}, 60_000);
afterAll(() => cloud.simulator.stop());
beforeEach(async () => {
  market = await openMarket();
});

const settings = (fields: object = {}) => ({
  type: 'Rancher',
  name: 'rancher-1',
  options: rancherOptions(),
  ...fields,
});
const required = ['This field is required.'];

describe('provider settings', () => {
  test('need address, account and image (S0-274, S0-275, S0-276, S1-021 to S1-023)', async () => {
    const body = settings({ options: {} });
    expect((await market.ask('POST', 'service-settings/', { ...market.people.staff, body })).body).toEqual({
      options: { backend_url: required, username: required, password: required, base_image_name: required },
    });
  });

  test('never give the password back, in no reply and no log line (S0-276, S1-023)', async () => {
    const { uuid } = await market.create('service-settings/', market.people.staff, settings());
    for (const path of ['service-settings/', `service-settings/${uuid}/`]) {
      const answer = await market.ask('GET', path, market.people.staff);
      expect(answer.text).toContain('https://rancher.example.org"');
      expect(answer.text).not.toMatch(/very-secret|token-abc/);
    }
    expect(market.log.lines.join()).not.toMatch(/very-secret|token-abc/);
    expect(JSON.stringify(await market.store.settings.get(uuid))).not.toMatch(/very-secret|token-abc/);
  });

  test('verify certificates, and have the realms of Waldur’s integration, unless they say otherwise (S1-025, S1-032, S1-033)', async () => {
    const keycloak = { keycloak_url: 'https://id.example.org', keycloak_username: 'a', keycloak_password: 'b' };
    const body = settings({ options: { ...rancherOptions(), ...keycloak } });
    const made = await market.ask('POST', 'service-settings/', { ...market.people.staff, body });
    expect(made.body).toMatchObject({
      options: { tls_verify: true, keycloak_realm: 'Waldur', keycloak_user_realm: 'master', keycloak_ssl_verify: true },
    });
  });

  test('need address, user and password of a Keycloak together (S1-031, S1-034)', async () => {
    const body = settings({ options: { ...rancherOptions(), keycloak_realm: 'customers' } });
    const together = ['This field is required with keycloak_realm.'];
    expect(await market.ask('POST', 'service-settings/', { ...market.people.staff, body })).toMatchObject({
      status: 400,
      body: { options: { keycloak_url: together, keycloak_username: together, keycloak_password: together } },
    });
  });

  test('keep what a change leaves out, the password too', async () => {
    const { uuid } = await market.create('service-settings/', market.people.staff, settings());
    const body = { options: { k8s_version: 'v1.33.0+rke2r1', username: 'token-new' } };
    const changed = await market.ask('PATCH', `service-settings/${uuid}/`, { ...market.people.staff, body });
    expect(changed.body).toMatchObject({
      name: 'rancher-1',
      options: { k8s_version: 'v1.33.0+rke2r1', backend_url: 'https://rancher.example.org', node_disk_driver: 'sd' },
    });
    const names = await secretsSeen(uuid);
    expect(JSON.parse(names)).toEqual({ username: 'token-new', password: 'very-secret' });
  });

  test('cannot change where clusters are: their deletion would not find what they have there', async () => {
    const { uuid } = await market.create('service-settings/', market.people.staff, settings());
    await market.store.commit(market.store.clusters.insert(aCluster({ name: 'web', settingsUuid: uuid })));
    const { username, password } = rancherOptions();
    const moved = { options: { backend_url: 'https://elsewhere.example.org', username, password } };
    const change = (body: object) => market.ask('PATCH', `service-settings/${uuid}/`, { ...market.people.staff, body });
    const text = 'Clusters of this provider have objects in its Rancher: web. Terminate these clusters first.';
    expect(await change(moved)).toMatchObject({ status: 400, body: { options: { backend_url: [text] } } });
    expect(await change({ options: { password: 'another-secret' } })).toMatchObject({ status: 200 });
  });

  test('keep their Keycloak while they have groups there, which nobody would take away any more', async () => {
    const { staff } = market.people;
    const keycloak = {
      ...{ keycloak_url: 'https://keycloak.example.org/auth', keycloak_realm: 'customers' },
      ...{ keycloak_username: 'paddock', keycloak_password: 'very-secret' },
    };
    const { uuid } = await market.create(
      'service-settings/',
      staff,
      settings({ options: { ...rancherOptions(), ...keycloak } }),
    );
    const change = (options: object) =>
      market.ask('PATCH', `service-settings/${uuid}/`, { ...staff, body: { options } });
    const group = aKeycloakGroup({ settingsUuid: uuid, name: 'cluster_1_owner' });
    await market.store.commit(market.store.keycloakGroups.insert(group));
    const why =
      'cannot be changed while this provider has groups in its Keycloak (cluster_1_owner). Remove the memberships of these groups first.';
    const { keycloak_password } = keycloak;
    const elsewhere = { keycloak_url: 'https://elsewhere.example.org', keycloak_password };
    for (const [options, named] of [
      [elsewhere, 'keycloak_url'],
      [{ keycloak_url: null }, 'keycloak_url'],
      [{ keycloak_realm: 'others' }, 'keycloak_realm'],
      [{ ...elsewhere, keycloak_realm: 'others' }, 'keycloak_url, keycloak_realm'],
    ] as const) {
      expect(await change(options)).toMatchObject({ status: 409, body: { detail: `${named} ${why}` } });
    }
    // the same Keycloak with another account
    expect(
      (await change({ ...keycloak, keycloak_username: 'other', keycloak_url: `${keycloak.keycloak_url}/` })).status,
    ).toBe(200);
    await market.store.commit(market.store.keycloakGroups.remove(group));
    expect((await change(elsewhere)).status).toBe(200);
  });

  test('that cannot be recorded leave no secret behind', async () => {
    const put: string[] = [];
    const { secrets, store } = market;
    const keep = secrets.put;
    secrets.put = (name, value) => {
      put.push(name);
      return keep(name, value);
    };
    store.commit = () => Promise.reject(new Conflict('somebody was faster'));
    expect(await market.ask('POST', 'service-settings/', { ...market.people.staff, body: settings() })).toMatchObject({
      status: 409,
    });
    expect(put).toHaveLength(1);
    expect(await secrets.find(put[0] ?? '')).toBeUndefined();
  });

  test('are for staff to make, and the operator’s own are seen by nobody else', async () => {
    const { owner, staff } = market.people;
    expect((await market.ask('POST', 'service-settings/', { ...owner, body: settings() })).status).toBe(403);
    const { uuid } = await market.create('service-settings/', staff, settings());
    expect((await market.ask('GET', `service-settings/${uuid}/`, owner)).status).toBe(404);
    expect((await market.ask('GET', 'service-settings/', owner)).body).toEqual([]);
  });

  async function secretsSeen(uuid: string): Promise<string> {
    const name = settingsSecretName(market.stage, 'rancher', await market.store.settings.get(uuid));
    const found = await market.secrets.find(name);
    return z.string().parse(found);
  }
});

describe('registering a tenant', () => {
  const tenant = async (fields: object = {}) => {
    const { staff } = market.people;
    const options = cloudOptions(cloud);
    const { uuid } = await market.create('service-settings/', staff, { type: 'OpenStack', name: 'cloud-1', options });
    const { project } = cloud.cloud;
    return {
      name: 'tenant-1',
      project: market.projectUuid,
      service_settings: uuid,
      backend_id: project.id,
      application_credential_id: project.credential.id,
      application_credential_secret: project.credential.secret,
      ...fields,
    };
  };
  const register = (body: object, person = market.people.owner) =>
    market.ask('POST', 'openstack-tenants/', { ...person, body });

  test('works for an owner with a credential of that very project, once', async () => {
    const body = await tenant();
    const answer = await register(body);
    expect(answer).toMatchObject({
      status: 201,
      body: { backend_id: body.backend_id, has_application_credential: true },
    });
    expect(answer.text).not.toContain(body.application_credential_secret);
    expect(await register(body)).toMatchObject({
      status: 400,
      body: { backend_id: ['The tenant is already registered in this project.'] },
    });
  });

  test('is refused on the field when the credential belongs to another project', async () => {
    expect(await register(await tenant({ backend_id: cloud.cloud.otherProject.id }))).toMatchObject({
      status: 400,
      body: { backend_id: ['The application credential belongs to another project.'] },
    });
  });

  test('is refused on the field when the cloud does not know the credential', async () => {
    expect(await register(await tenant({ application_credential_secret: 'wrong' }))).toMatchObject({
      status: 400,
      body: { application_credential_id: ['The cloud does not accept this application credential.'] },
    });
  });

  test('without a credential is for staff; half a credential is for nobody', async () => {
    const none = { application_credential_id: undefined, application_credential_secret: undefined };
    expect((await register(await tenant(none))).body).toEqual({ application_credential_id: required });
    const unknown = await register(await tenant({ ...none, backend_id: 'f'.repeat(32) }), market.people.staff);
    const refused = {
      backend_id: [
        expect.stringMatching(/no access to this project\. Give the account the role member in the project/),
      ],
    };
    expect(unknown).toMatchObject({ status: 400, body: refused });
    expect((await register(await tenant(none), market.people.staff)).status).toBe(201);
    expect((await register(await tenant({ application_credential_secret: undefined }))).body).toEqual({
      application_credential_secret: required,
    });
  });

  test('is not for members, and a foreign project does not exist for outsiders', async () => {
    const body = await tenant();
    expect((await register(body, market.people.member)).status).toBe(403);
    expect((await register(body, market.people.outsider)).body).toEqual({
      project: ['Invalid hyperlink - Object does not exist.'],
    });
  });

  test('its flavors, images, subnets, volume types and groups are read live, under uuids of ours', async () => {
    const { uuid } = await market.create('openstack-tenants/', market.people.owner, await tenant());
    const rows = z.array(z.object({ uuid: z.string(), url: z.string(), backend_id: z.string() }));
    for (const kind of ['flavors', 'images', 'subnets', 'volume-types', 'security-groups']) {
      const list = await market.ask('GET', `openstack-tenants/${uuid}/${kind}/`, market.people.member);
      const [first] = rows.parse(list.body);
      expect(first, kind).toBeDefined();
      expect((await market.ask('GET', first?.url ?? '', market.people.member)).body).toMatchObject({
        uuid: first?.uuid,
      });
      expect((await market.ask('GET', first?.url ?? '', market.people.outsider)).status).toBe(404);
    }
  });

  test('a cloud that is down is 503 with Retry-After, and its address stays ours', async () => {
    const { uuid } = await market.create('openstack-tenants/', market.people.owner, await tenant());
    await cloud.simulator.plan({ path: '/flavors', kind: 'status', status: 503 });
    const answer = await market.ask('GET', `openstack-tenants/${uuid}/flavors/`, market.people.owner);
    await cloud.simulator.clearFaults();
    expect(answer).toMatchObject({ status: 503, body: { detail: 'A backend is not available, try again later.' } });
    expect(answer.headers['retry-after']).toBe('5');
  });
});
