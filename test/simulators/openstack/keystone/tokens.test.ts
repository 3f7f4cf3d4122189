import { describe, expect, test } from 'vitest';
import { cloudPerFile } from '../cloud-per-file.ts';
import { byCredential, byPassword } from '../cloud-under-test.ts';
import { userOf } from './user-of.ts';

const cloud = await cloudPerFile();
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

  test('when their user is disabled, and stay dead when the user is enabled again', async () => {
    const demo = await cloud.client(byPassword('demo', 'demo'));
    const { body } = await cloud.admin.get('/identity/v3/users?name=demo');
    const user = `/identity/v3/users/${Object(body).users[0].id}`;
    await cloud.admin.patch(user, { user: { enabled: false } });
    expect((await cloud.login(byPassword('demo', 'demo'))).status).toBe(401);
    await cloud.admin.patch(user, { user: { enabled: true } });
    expect((await demo.get('/identity/v3/auth/projects')).status).toBe(401);
  });

  test('when their credential is deleted: 404 at Keystone, 401 at Neutron, but only later where they were seen', async () => {
    const images = '/image/v2/images';
    expect((await cloud.demo.get(images)).status).toBe(200);
    const { id: userId } = await userOf(cloud, 'demo');
    const path = `/identity/v3/users/${userId}/application_credentials/${cloud.projects.demo.application_credential_id}`;
    expect((await cloud.admin.delete(path)).status).toBe(204);
    expect((await cloud.demo.get('/identity/v3/auth/projects')).status).toBe(404);
    expect((await cloud.demo.get(networks)).status).toBe(401);
    expect((await cloud.demo.get(images)).status).toBe(200);
    cloud.advance(300_000);
    expect((await cloud.demo.get(images)).status).toBe(401);
  });
});
