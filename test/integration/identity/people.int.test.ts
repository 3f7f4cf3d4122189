import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { aCustomer, aProject, aUuid } from '#test/builders/builders';
import { type ApiUnderTest, apiUnderTest, ORIGIN, type Person } from '../_worlds/api-under-test.ts';

let api: ApiUnderTest;
let staff: Person;
beforeEach(async () => {
  api = await apiUnderTest();
  staff = await api.person({ isStaff: true });
});

const object = z.object({ uuid: z.string(), url: z.string() });
const newToken = object.extend({ token: z.string() });
const FORBIDDEN = { detail: 'You do not have permission to perform this action.' };

describe('who calls', () => {
  test.each([
    [undefined, 'Authentication credentials were not provided.'],
    ['Basic YTpi', 'Authentication credentials were not provided.'],
    ['Token unknown', 'Invalid token.'],
    ['Bearer a.b.c', 'Invalid token.'],
  ])('with Authorization %j is refused: "%s"', async (authorization, detail) => {
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
    expect(await api.ask('GET', 'users/me/', { headers })).toMatchObject({
      status: 401,
      body: { detail },
      headers: { 'www-authenticate': 'Token', 'content-type': 'application/json' },
    });
  });

  test('Token and Bearer both carry an API token', async () => {
    for (const scheme of ['Token', 'token', 'Bearer']) {
      const headers = { authorization: `${scheme} ${staff.token}` };
      expect((await api.ask('GET', 'users/me/', { headers })).body).toMatchObject({ uuid: staff.user.uuid });
    }
  });

  test('an inactive user is refused', async () => {
    const gone = await api.person({ isActive: false });
    expect(await api.ask('GET', 'users/me/', gone)).toMatchObject({
      status: 401,
      body: { detail: 'User inactive or deleted.' },
    });
  });

  test('a token is refused from the second its life is over', async () => {
    const expires_at = new Date(api.clock.now().getTime() + 60_000).toISOString();
    const made = await api.ask('POST', 'api-tokens/', { ...staff, body: { name: 'ci', expires_at } });
    const { token } = newToken.parse(made.body);
    expect((await api.ask('GET', 'users/me/', { token })).status).toBe(200);
    api.clock.advance(60);
    expect((await api.ask('GET', 'users/me/', { token })).status).toBe(401);
  });

  test('staff acts as another user, visibility included; others and bad uuids are ignored', async () => {
    const other = await api.person();
    const as = (person: Person, uuid: string) =>
      api.ask('GET', 'users/me/', { token: person.token, headers: { 'X-Impersonated-User-Uuid': uuid } });
    expect((await as(staff, other.user.uuid)).body).toMatchObject({ uuid: other.user.uuid, is_staff: false });
    expect((await as(staff, 'nonsense')).body).toMatchObject({ uuid: staff.user.uuid });
    expect((await as(other, staff.user.uuid)).body).toMatchObject({ uuid: other.user.uuid });
  });

  test('the correlation id is echoed and in every log line', async () => {
    const headers = { 'x-correlation-id': 'from-the-caller' };
    const { headers: answered } = await api.ask('GET', 'users/me/', { token: staff.token, headers });
    expect(answered['x-correlation-id']).toBe('from-the-caller');
    expect(api.log.lines.length).toBeGreaterThan(0);
    for (const line of api.log.lines) expect(JSON.parse(line)).toMatchObject({ correlationId: 'from-the-caller' });
  });
});

describe('the order of checks', () => {
  test('an unknown route is 404 in HTML before anybody is asked who they are', async () => {
    const answer = await api.ask('GET', 'customers/a/b/c/');
    expect([answer.status, answer.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  });

  test('staff-only is 403 before the body is read', async () => {
    const outsider = await api.person();
    expect(await api.ask('POST', 'customers/', { ...outsider, body: '{"broken' })).toMatchObject({
      status: 403,
      body: FORBIDDEN,
    });
  });

  test('a method that is not there is 405 with Allow, for unknown objects too, but 401 first', async () => {
    const outsider = await api.person();
    expect(await api.ask('PUT', 'roles/nonsense/', outsider)).toMatchObject({
      status: 405,
      body: { detail: 'Method "PUT" not allowed.' },
      headers: { allow: 'GET, HEAD, OPTIONS' },
    });
    expect((await api.ask('PUT', 'roles/nonsense/')).status).toBe(401);
  });

  test.each(['nonsense', aUuid()])('the customer %s is 404 and nothing else', async (uuid) => {
    expect(await api.ask('GET', `customers/${uuid}/`, staff)).toMatchObject({
      status: 404,
      body: { detail: 'No Customer matches the given query.' },
    });
  });

  test('HEAD has the headers of GET and no body; OPTIONS wants a token', async () => {
    const head = await api.ask('HEAD', 'customers/', staff);
    expect([head.status, head.headers['x-result-count'], head.text]).toEqual([200, '0', '']);
    expect((await api.ask('OPTIONS', 'customers/')).status).toBe(401);
    expect((await api.ask('OPTIONS', 'customers/', staff)).body).toMatchObject({ renders: ['application/json'] });
  });

  test('a failure nobody foresaw is 500 with the correlation id and no more', async () => {
    api.store.access.of = () => Promise.reject(new Error('table secret-table is gone'));
    const headers = { 'x-correlation-id': 'quote-this-one' };
    const answer = await api.ask('GET', 'users/me/', { token: staff.token, headers });
    expect(answer).toMatchObject({
      status: 500,
      body: { detail: 'Internal error; quote quote-this-one when you report it.' },
    });
  });
});

describe('customers, projects and their people', () => {
  test('staff makes users, a customer, a project and gives roles; the owner then sees what is theirs', async () => {
    const post = async (path: string, body: object) => (await api.ask('POST', path, { ...staff, body })).body;
    const customer = object.parse(await post('customers/', { name: 'Example Ltd' }));
    const project = object.parse(await post('projects/', { customer: customer.url, name: 'One' }));
    const user = object.parse(await post('users/', { username: 'ada', first_name: 'Ada' }));
    const { token } = newToken.parse(await post('api-tokens/', { user: user.url }));
    expect((await api.ask('GET', `projects/${project.uuid}/`, { token })).status).toBe(404);
    const granted = await api.ask('POST', `customers/${customer.uuid}/add_user/`, {
      ...staff,
      body: { user: user.url, role: 'CUSTOMER.OWNER' },
    });
    expect(granted).toMatchObject({ status: 201, body: { expiration_time: null } });
    expect((await api.ask('GET', `projects/${project.uuid}/`, { token })).body).toMatchObject({
      url: `${ORIGIN}/api/projects/${project.uuid}/`,
      customer: customer.url,
      customer_name: 'Example Ltd',
    });
    expect((await api.ask('GET', `customers/${customer.uuid}/list_users/`, { token })).body).toMatchObject([
      { user_username: 'ada', role_name: 'CUSTOMER.OWNER' },
    ]);
    expect((await api.ask('GET', 'users/me/', { token })).body).toMatchObject({
      permissions: [{ role_name: 'CUSTOMER.OWNER', scope_uuid: customer.uuid }],
    });
  });

  test('a member sees the project and its customer, cannot give roles, and an outsider sees neither', async () => {
    const customer = aCustomer();
    const project = aProject({ customerUuid: customer.uuid });
    await api.store.commit(api.store.customers.insert(customer), api.store.projects.insert(project));
    const scope = { scopeType: 'project', scopeUuid: project.uuid, customerUuid: customer.uuid } as const;
    const member = await api.person({}, { role: 'PROJECT.MEMBER', ...scope });
    const outsider = await api.person();
    const statuses = async (path: string, method = 'GET') =>
      Promise.all([member, outsider].map(async (person) => (await api.ask(method, path, person)).status));
    expect(await statuses(`projects/${project.uuid}/`)).toEqual([200, 404]);
    expect(await statuses(`customers/${customer.uuid}/`)).toEqual([200, 404]);
    expect(await statuses(`projects/${project.uuid}/add_user/`, 'POST')).toEqual([403, 404]);
    expect((await api.ask('GET', 'projects/', member)).headers['x-result-count']).toBe('1');
    expect((await api.ask('GET', 'projects/', outsider)).body).toEqual([]);
    expect((await api.ask('GET', 'customers/', member)).body).toMatchObject([{ uuid: customer.uuid }]);
  });

  test('a role that has expired counts as absent', async () => {
    const customer = aCustomer();
    await api.store.commit(api.store.customers.insert(customer));
    const scope = { scopeType: 'customer', scopeUuid: customer.uuid, customerUuid: customer.uuid } as const;
    const expiresAt = new Date(api.clock.now().getTime() + 1000).toISOString();
    const owner = await api.person({}, { role: 'CUSTOMER.OWNER', ...scope, expiresAt });
    expect((await api.ask('GET', `customers/${customer.uuid}/`, owner)).status).toBe(200);
    api.clock.advance(1);
    expect((await api.ask('GET', `customers/${customer.uuid}/`, owner)).status).toBe(404);
  });

  test('lists page, filter and order', async () => {
    for (const name of ['Alpha', 'beta', 'Gamma']) {
      api.clock.advance(1);
      await api.ask('POST', 'customers/', { ...staff, body: { name } });
    }
    const names = async (search: string) => {
      const { body } = await api.ask('GET', `customers/?${search}`, staff);
      return z
        .array(z.object({ name: z.string() }))
        .parse(body)
        .map(({ name }) => name);
    };
    expect(await names('page_size=2&page=2')).toEqual(['Alpha']);
    expect(await names('name=A')).toEqual(['Gamma', 'beta', 'Alpha']);
    expect(await names('name_exact=beta')).toEqual(['beta']);
    expect(await names('o=-name')).toEqual(['Gamma', 'beta', 'Alpha']);
    expect(await names('name=')).toHaveLength(3);
    expect((await api.ask('GET', 'customers/?nmae=A', staff)).body).toEqual({
      nmae: ['Unknown filter. Did you mean name?'],
    });
    expect((await api.ask('GET', 'customers/?o=bogus', staff)).body).toEqual({
      o: ['Select a valid choice. bogus is not one of the available choices.'],
    });
    expect((await api.ask('GET', 'projects/?customer_uuid=bad', staff)).body).toEqual({
      customer_uuid: ['Enter a valid UUID.'],
    });
    expect((await api.ask('GET', 'customers/?page=2', staff)).body).toEqual({ detail: 'Invalid page.' });
  });

  test('a token is shown once, is kept as a hash only, is in no log line, and works until it is deleted', async () => {
    const made = await api.ask('POST', 'api-tokens/', { ...staff, body: { name: 'ci' } });
    const { token, uuid } = newToken.parse(made.body);
    const listed = await api.ask('GET', 'api-tokens/', { token });
    expect(listed.status).toBe(200);
    expect(listed.text).not.toContain(token);
    expect(JSON.stringify(await api.store.apiTokens.listByUser(staff.user.uuid))).not.toContain(token);
    expect(api.log.lines.join()).not.toContain(token);
    expect((await api.ask('DELETE', `api-tokens/${uuid}/`, { token })).status).toBe(204);
    expect((await api.ask('GET', 'api-tokens/', { token })).status).toBe(401);
  });

  test('only staff makes tokens for others', async () => {
    const other = await api.person();
    const body = { user: staff.user.uuid };
    expect((await api.ask('POST', 'api-tokens/', { ...other, body })).status).toBe(403);
  });
});
