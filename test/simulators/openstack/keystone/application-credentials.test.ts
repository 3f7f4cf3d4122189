import { describe, expect, test } from 'vitest';
import { cloudPerFile } from '../cloud-per-file.ts';
import { byCredential, byPassword, type Client, idIn, namesIn, startCloud } from '../cloud-under-test.ts';
import { userOf } from './user-of.ts';

const cloud = await cloudPerFile();
const path = async (name: string) => `/identity/v3/users/${(await userOf(cloud, name)).id}/application_credentials`;
const wish = (more: object = {}) => ({ application_credential: { name: 'new', ...more } });
const asUser = (name: string, project: string | null = name) => cloud.client(byPassword(name, project));

interface Made {
  id: string;
  secret: string;
  expires_at: string | null;
  roles: { name: string }[];
}
/** Makes a credential in the project `demo`, as the user `demo` or with the given client. */
async function make(more: object = {}, client?: Client): Promise<Made> {
  const demo = client ?? (await asUser('demo'));
  return Object((await demo.post(await path('demo'), wish(more))).body).application_credential;
}
const identityOf = ({ id, secret }: Made) =>
  byCredential({ application_credential_id: id, application_credential_secret: secret });
const rolesOf = (token: unknown) => Object(token).token.roles.map(({ name }: { name: string }) => name);

/** Gives `demo` a role in the project `other`, or takes it away. */
async function assign(method: 'put' | 'delete', role: string): Promise<void> {
  const { body } = await cloud.admin.get(`/identity/v3/roles?name=${role}`);
  const place = `/identity/v3/projects/${cloud.projects.other.id}/users/${(await userOf(cloud, 'demo')).id}/roles`;
  await cloud.admin[method](`${place}/${Object(body).roles[0].id}`);
}

describe('making application credentials', () => {
  test('shows the secret once, and unrestricted as null when not given', async () => {
    const demo = await asUser('demo');
    const made = await demo.post(await path('demo'), wish());
    const secret = expect.stringMatching(/^.{86}$/);
    expect(made).toMatchObject({
      status: 201,
      body: { application_credential: { secret, unrestricted: null, expires_at: null, system: null } },
    });
    const read = await demo.get(`${await path('demo')}/${idIn(made)}`);
    expect(read.body).not.toHaveProperty('application_credential.secret');
  });

  test.each([
    ['a name twice', 'demo', { name: 'demo-credential' }, 409],
    ['a name in another case', 'demo', { name: 'DEMO-credential' }, 409],
    ['an end in the past', 'demo', { expires_at: '2020-01-01T00:00:00' }, 400],
    ['an end with a zone', 'demo', { expires_at: '2040-01-01T00:00:00+02:00' }, 400],
    ['an end that is no time', 'demo', { expires_at: 'tomorrow' }, 400],
    ['a role not held', 'demo', { roles: [{ name: 'admin' }] }, 400],
    ['a role’s id that is unknown', 'demo', { roles: [{ id: 'feed' }] }, 400],
    ['a role’s name that is unknown', 'demo', { roles: [{ name: 'nosuch' }] }, 404],
    ['a role with id and name', 'demo', { roles: [{ id: 'feed', name: 'member' }] }, 400],
    ['a field that nobody knows', 'demo', { nosuch: 1 }, 400],
    ['access rules, which are real and not played', 'demo', { access_rules: [{ path: '/' }] }, 501],
    ['another user, even for an admin', 'admin', {}, 403],
  ])('is refused for %s', async (_what, who, more, status) => {
    const client = await asUser(who);
    expect((await client.post(await path('demo'), wish(more))).status).toBe(status);
  });

  test('takes roles with those that they imply, and all of the token without any', async () => {
    const names = async (more: object) => (await make(more)).roles.map(({ name }) => name);
    expect(await names({ name: 'a', roles: [{ name: 'reader' }] })).toEqual(['reader']);
    expect(await names({ name: 'b', roles: [{ name: 'member' }] })).toEqual(['member', 'reader']);
    expect(await names({ name: 'c', roles: [] })).toEqual(['member', 'reader']);
  });

  test('gives another id and the token’s project, whatever was asked', async () => {
    const made = await make({ id: 'mine', project_id: cloud.projects.other.id, system: 'all' });
    expect(made).toMatchObject({ project_id: cloud.projects.demo.id, system: 'all' });
    expect(made.id).not.toBe('mine');
  });

  test('without a project is for none, and logs in without one', async () => {
    const made = await make({}, await asUser('demo', null));
    expect(made).toMatchObject({ project_id: null, roles: [] });
    const { status, body } = await cloud.login(identityOf(made));
    expect([status, Object(body).token.project]).toEqual([201, undefined]);
  });

  test('ends at the limit of the cloud for a user', async () => {
    const limited = await startCloud(['--credential-limit', '2']);
    const demo = await limited.client(byPassword('demo', 'demo'));
    const { id } = await userOf(limited, 'demo');
    const ask = (name: string) => demo.post(`/identity/v3/users/${id}/application_credentials`, wish({ name }));
    expect((await ask('second')).status).toBe(201);
    const message = 'Unable to create additional application credentials, maximum of 2 already exceeded for user.';
    expect(await ask('third')).toMatchObject({ status: 403, body: { error: { message } } });
    await limited.close();
  });
});

describe('an application credential', () => {
  test('that is restricted makes and deletes no other, and lists them', async () => {
    const mine = await path('demo');
    const { application_credential_id: id } = cloud.projects.demo;
    const message = expect.stringContaining("Using method 'application_credential' is not allowed for managing");
    expect(await cloud.demo.post(mine, wish())).toMatchObject({ status: 403, body: { error: { message } } });
    expect(await cloud.demo.delete(`${mine}/${id}`)).toMatchObject({ status: 403, body: { error: { message } } });
    expect(namesIn(await cloud.demo.get(mine))).toEqual(['demo-credential']);
  });

  test('that is unrestricted makes and deletes others, with no role of its own more', async () => {
    const roles = [{ name: 'reader' }];
    const client = await cloud.client(identityOf(await make({ name: 'root', unrestricted: true, roles })));
    const mine = await path('demo');
    expect((await client.post(mine, wish({ roles: [{ name: 'member' }] }))).status).toBe(400);
    const made = await client.post(mine, wish());
    expect([made.status, (await client.delete(`${mine}/${idIn(made)}`)).status]).toEqual([201, 204]);
  });

  test('logs in by name with its user, and a name without one is 400', async () => {
    const { secret } = await make();
    const byName = async (user: object | undefined) => {
      const application_credential = { name: 'new', secret, ...(user && { user }) };
      return (await cloud.login({ identity: { methods: ['application_credential'], application_credential } })).status;
    };
    expect(await byName(await userOf(cloud, 'demo'))).toBe(201);
    expect(await byName({ name: 'demo', domain: { id: 'default' } })).toBe(201);
    expect(await byName(await userOf(cloud, 'other'))).toBe(401);
    expect(await byName({ id: 'nobody' })).toBe(401);
    expect(await byName(undefined)).toBe(400);
  });

  test('ends when it says, with its tokens', async () => {
    const made = await make({ expires_at: '2026-11-20T12:00:30' });
    expect(made.expires_at).toBe('2026-11-20T12:00:30.000000');
    const client = await cloud.client(identityOf(made));
    expect((await client.get('/identity/v3/auth/projects')).status).toBe(200);
    cloud.advance(30_000);
    expect((await client.get('/identity/v3/auth/projects')).status).toBe(401);
    expect((await cloud.login(identityOf(made))).status).toBe(401);
  });

  test('gives no token for a token', async () => {
    const scope = { project: { id: cloud.projects.demo.id } };
    const again = await cloud.login({ identity: { methods: ['token'], token: { id: cloud.demo.token } }, scope });
    expect(again.status).toBe(403);
  });

  test('loses a role with its user, and opens nothing without any', async () => {
    await assign('put', 'member');
    const made = await make({}, await asUser('demo', 'other'));
    await assign('put', 'reader');
    await assign('delete', 'member');
    expect(rolesOf((await cloud.login(identityOf(made))).body)).toEqual(['reader']);
    await assign('delete', 'reader');
    expect((await cloud.login(identityOf(made))).status).toBe(401);
  });

  test('stays its user’s when its project is disabled or gone, and then opens nothing: 404', async () => {
    await assign('put', 'member');
    const made = await make({}, await asUser('demo', 'other'));
    const project = `/identity/v3/projects/${cloud.projects.other.id}`;
    await cloud.admin.patch(project, { project: { enabled: false } });
    expect((await cloud.login(identityOf(made))).status).toBe(404);
    await cloud.admin.delete(project);
    expect((await cloud.login(identityOf(made))).status).toBe(404);
    const demo = await asUser('demo');
    expect(namesIn(await demo.get(await path('demo')))).toContain('new');
    expect((await demo.delete(`${await path('demo')}/${made.id}`)).status).toBe(204);
  });
});

describe('who reads and deletes application credentials', () => {
  test.each([
    ['its owner', 'demo', 'demo', 200, 204],
    ['its owner at another user’s path', 'demo', 'other', 200, 204],
    ['an administrator', 'admin', 'demo', 200, 204],
    ['another user', 'other', 'demo', 403, 403],
    ['another user at an own path', 'other', 'other', 403, 403],
  ])('%s', async (_what, who, whose, reads, deletes) => {
    const { id } = await make();
    const client = await asUser(who);
    expect((await client.get(`${await path(whose)}/${id}`)).status).toBe(reads);
    expect((await client.delete(`${await path(whose)}/${id}`)).status).toBe(deletes);
  });

  test('an unknown one is 404 at the own path, and 403 at another user’s', async () => {
    expect((await cloud.other.get(`${await path('other')}/feed`)).status).toBe(404);
    expect((await cloud.other.get(`${await path('demo')}/feed`)).status).toBe(403);
  });

  test('the list takes a name, in whatever case, and ignores all else', async () => {
    await make({ description: 'one' });
    const demo = await asUser('demo');
    const names = async (query: string) => namesIn(await demo.get(`${await path('demo')}?${query}`));
    expect(await names('name=NEW')).toEqual(['new']);
    expect(await names('name__contains=credential')).toEqual(['demo-credential']);
    for (const ignored of ['project_id=feed', 'description=two', 'limit=1', 'marker=feed', 'nosuch=1']) {
      expect(await names(ignored), ignored).toEqual(['demo-credential', 'new']);
    }
  });
});
