import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  byCredential,
  byPassword,
  type CloudUnderTest,
  idIn,
  namesIn,
  rowsIn,
  startCloud,
} from '../cloud-under-test.ts';

let cloud: CloudUnderTest;
beforeAll(async () => {
  cloud = await startCloud();
});
afterAll(() => cloud.close());
beforeEach(() => cloud.renew());

const tokens = '/identity/v3/auth/tokens';
const networks = '/network/v2.0/networks';

describe('logging in', () => {
  test('a password gives a token of an hour with implied roles and a catalogue', async () => {
    const answer = await cloud.login(byPassword('admin', 'admin'));
    expect(answer.status).toBe(201);
    expect(answer.headers.get('x-subject-token')).toMatch(/^gAAAAA.{177}$/);
    expect(answer.headers.get('x-openstack-request-id')).toMatch(/^req-[0-9a-f-]{36}$/);
    expect(answer.body).toMatchObject({
      token: {
        methods: ['password'],
        expires_at: '2026-11-20T13:00:00.000000Z',
        project: { name: 'admin', domain: { id: 'default', name: 'Default' } },
        roles: [{ name: 'admin' }, { name: 'manager' }, { name: 'member' }, { name: 'reader' }],
      },
    });
  });

  test('the catalogue has three faces of every service, image and network without a version', async () => {
    const answer = await cloud.login(byPassword('demo', 'demo'));
    const endpoint = (path: string) =>
      expect.arrayContaining([expect.objectContaining({ interface: 'public', url: cloud.url + path })]);
    const service = (type: string, path: string) => expect.objectContaining({ type, endpoints: endpoint(path) });
    const paths = {
      identity: '/identity/v3',
      compute: '/compute/v2.1',
      volumev3: '/volume/v3',
      network: '/network',
      image: '/image',
    };
    const catalog = expect.arrayContaining(Object.entries(paths).map(([type, path]) => service(type, path)));
    expect(answer.body).toMatchObject({ token: { catalog } });
  });

  test('an application credential is restricted and scoped to its project', async () => {
    const answer = await cloud.login(byCredential(cloud.projects.demo));
    expect(answer.body).toMatchObject({
      token: {
        methods: ['application_credential'],
        project: { id: cloud.projects.demo.id },
        application_credential: { restricted: true },
      },
    });
  });

  test.each([
    ['a bad password', byPassword('demo', 'demo', 'wrong')],
    ['an unknown user', byPassword('nobody', 'demo')],
    ['an unknown project', byPassword('demo', 'nowhere')],
    ['no role on the project', byPassword('demo', 'other')],
  ])('%s is one and the same 401', async (_what, auth) => {
    const { status, body, headers } = await cloud.login(auth);
    const message = 'The request you have made requires authentication.';
    expect({ status, body }).toEqual({ status: 401, body: { error: { code: 401, message, title: 'Unauthorized' } } });
    expect(headers.get('www-authenticate')).toBe(`Keystone uri="${cloud.url}/identity/v3"`);
  });

  test('a credential with a wrong secret or a scope of its own is 401, an unknown one 404', async () => {
    const { demo } = cloud.projects;
    const wrongSecret = byCredential({ ...demo, application_credential_secret: 'x' });
    const unknown = byCredential({ ...demo, application_credential_id: 'feed' });
    const scoped = { ...byCredential(demo), scope: { project: { id: demo.id } } };
    expect((await cloud.login(wrongSecret)).status).toBe(401);
    expect((await cloud.login(scoped)).status).toBe(401);
    expect(await cloud.login(unknown)).toMatchObject({
      status: 404,
      body: { error: { message: 'Could not find Application Credential: feed.' } },
    });
  });

  test.each([[{}], [{ auth: {} }]])('the body %j is a 400', async (body) => {
    expect((await cloud.anonymous.post(tokens, body)).status).toBe(400);
  });

  test('an unscoped token has no project, roles or catalogue, and can be rescoped', async () => {
    const unscoped = await cloud.login(byPassword('demo', null));
    expect(Object.keys(Object(unscoped.body).token).sort()).toEqual([
      'audit_ids',
      'expires_at',
      'issued_at',
      'methods',
      'user',
    ]);
    const id = unscoped.headers.get('x-subject-token');
    const bare = await cloud.client(byPassword('demo', null));
    expect((await bare.get(networks)).status).toBe(401);
    const scope = { project: { id: cloud.projects.demo.id } };
    const rescoped = await cloud.login({ identity: { methods: ['token'], token: { id } }, scope });
    expect(rescoped.body).toMatchObject({ token: { methods: ['password', 'token'], project: { name: 'demo' } } });
  });
});

describe('tokens end', () => {
  test('after an hour, everywhere', async () => {
    expect((await cloud.demo.get(networks)).status).toBe(200);
    cloud.advance(3_600_000);
    expect((await cloud.demo.get(networks)).status).toBe(401);
    expect((await cloud.demo.get('/identity/v3/auth/projects')).status).toBe(401);
  });

  test('at once when tokenLife is shortened', async () => {
    await cloud.demo.get(networks);
    cloud.advance(10);
    await cloud.setDelays({ tokenLife: 5 });
    expect((await cloud.demo.get(networks)).status).toBe(401);
  });

  test('when revoked: 401 to use, 404 to look at', async () => {
    const subject = { 'x-subject-token': cloud.demo.token };
    expect((await cloud.admin.get(tokens, subject)).headers.get('x-subject-token')).toBe(cloud.demo.token);
    await fetch(cloud.url + tokens, { method: 'DELETE', headers: { 'x-auth-token': cloud.demo.token, ...subject } });
    expect((await cloud.demo.get('/identity/v3/auth/projects')).status).toBe(401);
    expect((await cloud.admin.get(tokens, subject)).status).toBe(404);
  });

  test('when their user is disabled, and stay dead when he is enabled again', async () => {
    const demo = await cloud.client(byPassword('demo', 'demo'));
    const { body } = await cloud.admin.get('/identity/v3/users?name=demo');
    const user = `/identity/v3/users/${Object(body).users[0].id}`;
    await cloud.admin.patch(user, { user: { enabled: false } });
    expect((await cloud.login(byPassword('demo', 'demo'))).status).toBe(401);
    await cloud.admin.patch(user, { user: { enabled: true } });
    expect((await demo.get('/identity/v3/auth/projects')).status).toBe(401);
  });

  test('when their credential is deleted: 404 at Keystone, 401 at Neutron', async () => {
    const { id: userId } = await userOf('demo');
    const path = `/identity/v3/users/${userId}/application_credentials/${cloud.projects.demo.application_credential_id}`;
    expect((await cloud.admin.delete(path)).status).toBe(204);
    expect((await cloud.demo.get('/identity/v3/auth/projects')).status).toBe(404);
    expect((await cloud.demo.get(networks)).status).toBe(401);
  });
});

const userOf = async (name: string): Promise<{ id: string }> => {
  const { body } = await cloud.admin.get(`/identity/v3/users?name=${name}`);
  return { id: String(Object(body).users[0].id) };
};

describe('scopes', () => {
  test("another project's network does not exist for a token, nor can one be made there", async () => {
    const { demo } = cloud.projects;
    expect((await cloud.other.get(`${networks}/${demo.network_id}`)).status).toBe(404);
    expect(namesIn(await cloud.other.get(networks)).sort()).toEqual(['private', 'public']);
    expect((await cloud.other.post(networks, { network: { project_id: demo.id } })).status).toBe(400);
    expect((await cloud.other.get(`/identity/v3/projects/${demo.id}`)).status).toBe(403);
  });

  test('a member lists his own projects and is refused everyone’s', async () => {
    expect(namesIn(await cloud.demo.get('/identity/v3/auth/projects'))).toEqual(['demo']);
    expect(await cloud.demo.get('/identity/v3/projects')).toMatchObject({
      status: 403,
      body: { error: { message: 'You are not authorized to perform the requested action: identity:list_projects.' } },
    });
  });

  test('a credential with reader only may look and not make', async () => {
    const demo = await cloud.client(byPassword('demo', 'demo'));
    const { id } = await userOf('demo');
    const made = await demo.post(`/identity/v3/users/${id}/application_credentials`, {
      application_credential: { name: 'looker', roles: [{ name: 'reader' }] },
    });
    const { id: credentialId, secret } = Object(made.body).application_credential;
    const reader = await cloud.client(
      byCredential({ application_credential_id: credentialId, application_credential_secret: secret }),
    );
    expect((await reader.get('/compute/v2.1/servers')).status).toBe(200);
    expect((await reader.post('/compute/v2.1/servers', { server: {} })).status).toBe(403);
    expect((await reader.post(networks, { network: {} })).status).toBe(403);
  });

  test('no token is a 401 at every service, save for the version documents', async () => {
    const answers = await Promise.all(
      [networks, '/compute/v2.1/servers', '/volume/v3/volumes', '/image/v2/images'].map((path) =>
        cloud.anonymous.get(path),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
    const roots = await Promise.all(
      ['/identity/', '/compute/', '/compute/v2.1', '/compute/v2.1/', '/network/', '/volume/', '/image/'].map((path) =>
        cloud.anonymous.get(path),
      ),
    );
    expect(roots.map(({ status }) => status)).toEqual([300, 200, 200, 200, 200, 300, 300]);
  });
});

describe('application credentials', () => {
  const path = async (name: string) => `/identity/v3/users/${(await userOf(name)).id}/application_credentials`;
  const wish = (more: object = {}) => ({ application_credential: { name: 'new', ...more } });

  test('show their secret once, and unrestricted as null when not given', async () => {
    const demo = await cloud.client(byPassword('demo', 'demo'));
    const made = await demo.post(await path('demo'), wish());
    expect(made).toMatchObject({
      status: 201,
      body: {
        application_credential: { secret: expect.stringMatching(/^.{86}$/), unrestricted: null, expires_at: null },
      },
    });
    const read = await demo.get(`${await path('demo')}/${idIn(made)}`);
    expect(read.body).not.toHaveProperty('application_credential.secret');
  });

  test.each([
    ['a name twice', 'demo', { name: 'demo-credential' }, 409],
    ['an end in the past', 'demo', { expires_at: '2020-01-01T00:00:00' }, 400],
    ['a role not held', 'demo', { roles: [{ name: 'admin' }] }, 400],
    ['another user, even for an admin', 'admin', {}, 403],
  ])('are refused for %s', async (_what, who, more, status) => {
    const client = await cloud.client(byPassword(who, who));
    expect((await client.post(await path('demo'), wish(more))).status).toBe(status);
  });

  test('cannot make others when restricted', async () => {
    expect((await cloud.demo.post(await path('demo'), wish())).status).toBe(403);
  });
});

describe('projects', () => {
  const projects = '/identity/v3/projects';

  test('of six made at once with one name, one is made', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => cloud.admin.post(projects, { project: { name: 'race' } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
    expect(rowsIn(await cloud.admin.get(`${projects}?name=race`))).toMatchObject([
      { id: expect.stringMatching(/^[0-9a-f]{32}$/) },
    ]);
  });

  test('deleted ones leave their networks behind, and a token Neutron has seen still works there', async () => {
    const demo = await cloud.client(byPassword('demo', 'demo'));
    await demo.get(networks);
    expect((await cloud.admin.delete(`${projects}/${cloud.projects.demo.id}`)).status).toBe(204);
    expect((await demo.get(networks)).status).toBe(200);
    expect((await demo.get('/compute/v2.1/servers')).status).toBe(401);
    expect((await cloud.login(byCredential(cloud.projects.demo))).status).toBe(404);
    expect(namesIn(await cloud.admin.get(`${networks}?project_id=${cloud.projects.demo.id}`))).toEqual(['private']);
    cloud.advance(300_000);
    expect((await demo.get(networks)).status).toBe(401);
  });

  test('roles are granted any number of times and asked for by HEAD', async () => {
    const { id: userId } = await userOf('demo');
    const role = Object((await cloud.admin.get('/identity/v3/roles?name=member')).body).roles[0].id;
    const grant = (id: string) => `${projects}/${cloud.projects.other.id}/users/${userId}/roles/${id}`;
    const ask = async () =>
      (await fetch(cloud.url + grant(role), { method: 'HEAD', headers: { 'x-auth-token': cloud.admin.token } })).status;
    expect(await ask()).toBe(404);
    expect((await cloud.admin.put(grant(role))).status).toBe(204);
    expect((await cloud.admin.put(grant(role))).status).toBe(204);
    expect(await ask()).toBe(204);
    expect((await cloud.login(byPassword('demo', 'other'))).status).toBe(201);
    expect((await cloud.admin.put(grant('unknown'))).status).toBe(404);
    expect((await cloud.admin.delete(grant(role))).status).toBe(204);
    expect(await ask()).toBe(404);
  });
});
