import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { changed } from '#shared/domain/_core/record';
import { magnumWorldPerFile } from '../_worlds/magnum-world.ts';

const world = await magnumWorldPerFile();
const { ask, template, store, clock, demo } = world;
const ROOT = `https://paddock.example/magnum/${demo.tenant.settingsUuid}`;
const withUuid = z.object({ uuid: z.string() });
const errors = (status: number, title: unknown) => ({
  ...{ status, body: { errors: [expect.objectContaining({ status, title, links: [] })] } },
});

beforeEach(() => world.sell('members'));

let made = 0;
const ordered = (fields: object = {}) => {
  made += 1;
  return { name: `by-magnum-${made}`, cluster_template_id: template.uuid, master_count: 1, node_count: 2, ...fields };
};
async function created(token: string, fields?: object): Promise<string> {
  const answer = await ask('POST', '/v1/clusters', { token, body: ordered(fields) });
  expect([answer.status, answer.body]).toEqual([202, expect.anything()]);
  return withUuid.parse(answer.body).uuid;
}

describe('versions', () => {
  test('are named without a token, with the oldest and the newest one (M40)', async () => {
    expect(await ask('GET', '/')).toMatchObject({
      ...{
        status: 200,
        body: { versions: [{ id: 'v1', status: 'CURRENT', min_version: '1.1', max_version: '1.14' }] },
      },
    });
    expect(await ask('GET', '/v1')).toMatchObject({
      status: 200,
      body: { id: 'v1', clusters: [{ href: `${ROOT}/v1/clusters/`, rel: 'self' }, { rel: 'bookmark' }] },
      headers: { 'OpenStack-API-Minimum-Version': 'container-infrastructure-management 1.1' },
    });
  });

  test('out of range are refused with the range, and the answer of others names theirs (M40)', async () => {
    const token = await world.token();
    const refused = await ask('GET', '/v1/clusters', { token, version: 'container-infra 1.15' });
    expect(refused).toMatchObject({
      status: 406,
      body: { errors: [{ code: 'magnum.microversion-unsupported', min_version: '1.1', max_version: '1.14' }] },
    });
    const answer = await ask('GET', '/v1/clusters', { token, version: 'container-infra latest' });
    expect(answer).toMatchObject({
      status: 200,
      headers: { 'OpenStack-API-Version': 'container-infrastructure-management 1.14', vary: 'OpenStack-API-Version' },
    });
  });
});

describe('a token', () => {
  test('that is missing, wrong or for no project is refused as Keystone does (M41)', async () => {
    const unscoped = await world.token('demo', null);
    for (const token of [undefined, 'gAAAAAnonsense', unscoped]) {
      expect(await ask('GET', '/v1/clusters', token === undefined ? {} : { token })).toMatchObject({
        status: 401,
        body: { error: { code: 401, title: 'Unauthorized' } },
        headers: { 'www-authenticate': 'Keystone' },
      });
    }
  });

  test('for a project that is no tenant, and one without a known role, may do nothing (M41)', async () => {
    expect(await ask('GET', '/v1/clusters', { token: await world.token('admin') })).toMatchObject(
      errors(403, 'Paddock knows no tenant for this project.'),
    );
    const { token } = await world.userWith('service');
    expect(await ask('GET', '/v1/clusters', { token })).toMatchObject(errors(403, expect.stringContaining('None of')));
  });

  test('of a reader reads, and changes nothing (M41)', async () => {
    const { token } = await world.userWith('reader');
    expect(await ask('GET', '/v1/clustertemplates', { token })).toMatchObject({ status: 200 });
    expect(await ask('POST', '/v1/clusters', { token, body: ordered() })).toMatchObject(
      errors(403, 'The role reader may only read.'),
    );
  });

  test('of a user whom staff has deactivated opens nothing any more', async () => {
    const { token, name } = await world.userWith('member');
    expect(await ask('GET', '/v1/clusters', { token })).toMatchObject({ status: 200 });
    const user = await store.users.findByUsername(`${name}@Default`);
    if (!user) throw new Error('there is no user');
    await store.commit(store.users.replace(changed(user, clock.now(), { isActive: false })));
    expect(await ask('GET', '/v1/clusters', { token })).toMatchObject({ status: 401 });
  });

  test('that is revoked opens nothing after a minute, and is in no log line', async () => {
    const { token } = await world.userWith('member');
    expect(await ask('GET', '/v1/clusters', { token })).toMatchObject({ status: 200 });
    const { auth_url } = z.object({ auth_url: z.string() }).parse(world.cloud.printed);
    const headers = { 'x-auth-token': token, 'x-subject-token': token };
    await fetch(`${auth_url}/auth/tokens`, { method: 'DELETE', headers });
    clock.advance(61);
    expect(await ask('GET', '/v1/clusters', { token })).toMatchObject({ status: 401 });
    expect(world.lines.join('\n')).not.toContain(token);
  });
});

describe('a cluster', () => {
  test('is ordered by the name of its template, shown by its uuid and its name, and is in the list (M41, M42)', async () => {
    const token = await world.token();
    const named = ordered({
      cluster_template_id: template.name,
      create_timeout: 60,
      discovery_url: null,
      keypair: null,
    });
    const answer = await ask('POST', '/v1/clusters', { token, body: named });
    expect(answer).toMatchObject({ status: 202 });
    const { uuid } = withUuid.parse(answer.body);
    expect(uuid).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    const shown = {
      ...{ uuid, name: named.name, status: 'CREATE_IN_PROGRESS', node_count: 2, master_count: 1 },
      cluster_template_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      links: [
        { rel: 'self', href: `${ROOT}/v1/clusters/${uuid}` },
        { rel: 'bookmark', href: `${ROOT}/clusters/${uuid}` },
      ],
    };
    for (const ident of [uuid, named.name]) {
      const { body } = await ask('GET', `/v1/clusters/${ident}`, { token });
      expect(body).toMatchObject({ ...shown, project_id: demo.tenant.backendId, faults: {} });
    }
    const { body } = await ask('GET', '/v1/clusters', { token });
    expect(body).toMatchObject({ clusters: expect.arrayContaining([expect.objectContaining(shown)]) });
  });

  test('has its name on the management cluster as stack_id, and as cluster_id from 1.13 on (M40)', async () => {
    const token = await world.token();
    const uuid = await created(token);
    const keys = async (version: string) =>
      Object.keys(Object((await ask('GET', `/v1/clusters/${uuid}`, { token, version })).body));
    expect(await keys('container-infra 1.12')).toContain('stack_id');
    expect(await keys('container-infra 1.13')).toContain('cluster_id');
    expect(await keys('container-infra 1.13')).not.toContain('stack_id');
  });

  test('of another tenant is not there (M41)', async () => {
    const uuid = await created(await world.token());
    const token = await world.token('other');
    expect(await ask('GET', `/v1/clusters/${uuid}`, { token })).toMatchObject(
      errors(404, `Cluster ${uuid} could not be found.`),
    );
    expect(await ask('DELETE', `/v1/clusters/${uuid}`, { token })).toMatchObject({ status: 404 });
    const { body } = await ask('GET', '/v1/clusters', { token });
    expect(JSON.stringify(body)).not.toContain(uuid);
  });

  test('of a member waits for an owner, unless the offering lets members start (M41)', async () => {
    await world.sell('managers');
    const member = await world.userWith('member');
    const uuid = await created(member.token);
    expect((await ask('GET', `/v1/clusters/${uuid}`, { token: member.token })).body).toMatchObject({
      status: 'CREATE_IN_PROGRESS',
      status_reason: expect.stringContaining('waits for the approval of an owner'),
    });
    const manager = await world.userWith('manager');
    const started = await created(manager.token);
    expect((await ask('GET', `/v1/clusters/${started}`, { token: manager.token })).body).toMatchObject({
      status: 'CREATE_IN_PROGRESS',
      status_reason: null,
    });
  });

  test('is refused with the errors of its order, in Magnum’s form (M22)', async () => {
    const token = await world.token();
    const refused = async (fields: object) => ask('POST', '/v1/clusters', { token, body: ordered(fields) });
    expect(await refused({ labels: { kube_tga: 'v1' } })).toMatchObject(
      errors(400, expect.stringContaining('Did you mean "kube_tag"?')),
    );
    expect(await refused({ nodecount: 1 })).toMatchObject(errors(400, expect.stringContaining('node_count')));
    expect(await refused({ cluster_template_id: 'none' })).toMatchObject(
      errors(404, 'ClusterTemplate none could not be found.'),
    );
    expect(await refused({ master_count: 2 })).toMatchObject({ status: 400 });
    expect(await refused({ discovery_url: 'https://discovery.example.org' })).toMatchObject({ status: 400 });
  });

  test('is not sold where no offering has the option (M41)', async () => {
    await world.sell(undefined);
    const token = await world.token();
    expect(await ask('POST', '/v1/clusters', { token, body: ordered() })).toMatchObject(
      errors(409, expect.stringContaining('No offering sells clusters')),
    );
  });

  test('that is being made is deleted by cancelling its order, and a second deletion is no error (M28, M41)', async () => {
    const token = await world.token();
    const uuid = await created(token);
    expect(await ask('DELETE', `/v1/clusters/${uuid}`, { token })).toMatchObject({ status: 204 });
    expect((await ask('GET', `/v1/clusters/${uuid}`, { token })).body).toMatchObject({ status: 'DELETE_IN_PROGRESS' });
    expect(await ask('DELETE', `/v1/clusters/${uuid}`, { token })).toMatchObject({ status: 204 });
  });

  test('named as another one is found by its uuid only (M41)', async () => {
    const token = await world.token();
    const uuid = await created(token);
    const twin = await created(token);
    const one = await store.clusters.get(uuid.replaceAll('-', ''));
    const other = await store.clusters.get(twin.replaceAll('-', ''));
    await store.commit(store.clusters.replace(changed(other, clock.now(), { name: one.name })));
    expect(await ask('GET', `/v1/clusters/${one.name}`, { token })).toMatchObject(
      errors(409, 'Multiple clusters exist with same name. Please use the cluster uuid instead.'),
    );
  });
});

test('a list comes in pages, sorted as asked (M41)', async () => {
  const token = await world.token();
  for (const letter of ['b', 'c', 'a']) await created(token, { name: `paged-${letter}` });
  const page = async (query: string) => {
    const { body } = await ask('GET', `/v1/clusters?${query}`, { token });
    const read = z
      .object({ clusters: z.array(z.object({ name: z.string() })), next: z.string().optional() })
      .parse(body);
    return { names: read.clusters.map(({ name }) => name), next: read.next };
  };
  const up = await page('sort_key=name&limit=0');
  expect(up.next).toBeUndefined();
  expect(up.names).toEqual(up.names.toSorted((one, other) => one.localeCompare(other, 'en')));
  expect((await page('sort_key=name&sort_dir=desc')).names).toEqual(up.names.toReversed());
  const walked: string[] = [];
  let query: string | undefined = 'limit=2&sort_key=name';
  while (query !== undefined) {
    const { names, next } = await page(query);
    expect(names.length).toBeLessThanOrEqual(2);
    walked.push(...names);
    query = next?.replace(`${ROOT}/v1/clusters?`, '');
  }
  expect(walked).toEqual(up.names);
  for (const wrong of ['limit=x', 'sort_dir=up', 'sort_key=secret']) {
    expect(await ask('GET', `/v1/clusters?${wrong}`, { token })).toMatchObject({ status: 400 });
  }
  expect(await ask('GET', `/v1/clusters?marker=${demo.tenant.uuid}`, { token })).toMatchObject({ status: 404 });
});

test('a path that is not there, and a method that a path has not (M41)', async () => {
  const token = await world.token();
  expect(await ask('GET', '/v1/bays', { token })).toMatchObject({ status: 404 });
  expect(await ask('PUT', '/v1/clusters', { token })).toMatchObject({ status: 405 });
});
