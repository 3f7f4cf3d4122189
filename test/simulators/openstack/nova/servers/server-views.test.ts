import { describe, expect, test } from 'vitest';
import { cloudPerFile } from '#test/simulators/openstack/cloud-per-file';
import { namesIn, rowsIn } from '#test/simulators/openstack/cloud-under-test';
import { dataDisk, novaUnderTest, servers } from '../nova-under-test.ts';

const cloud = await cloudPerFile();
const { built, wish } = novaUnderTest(cloud);
const at = (microversion: string) => ({ 'openstack-api-version': `compute ${microversion}` });

describe('lists', () => {
  const tagged = async (name: string, tags: string[]) => built({ name, tags });

  test.each([
    ['name=^n[12]$', ['n1', 'n2']],
    ['name=2', ['n2']],
    ['status=active', ['n1', 'n2', 'x']],
    ['status=ERROR', []],
    ['tags=a,b', ['n1']],
    ['tags-any=a,b', ['n1', 'n2']],
    ['not-tags=a,b', ['n2', 'x']],
    ['not-tags-any=a,b', ['x']],
  ])('filtered by %s', async (query, names) => {
    await tagged('n1', ['a', 'b']);
    await tagged('n2', ['a']);
    await tagged('x', []);
    expect(namesIn(await cloud.demo.get(`${servers}/detail?${query}`)).sort()).toEqual(names);
  });

  test('come in pages, with a link only when there is more', async () => {
    for (const name of ['n1', 'n2', 'n3']) await built({ name });
    const first = await cloud.demo.get(`${servers}?limit=2`);
    const { servers_links: links } = Object(first.body);
    const second = await cloud.demo.get(String(links[0].href).slice(cloud.url.length));
    expect([...namesIn(first), ...namesIn(second)]).toEqual(['n3', 'n2', 'n1']);
    expect(second.body).not.toHaveProperty('servers_links');
    expect((await cloud.demo.get(`${servers}?marker=none`)).status).toBe(400);
  });

  test('show an admin their own project, and everything only when asked for; a member may not ask', async () => {
    await built();
    expect(rowsIn(await cloud.admin.get(servers))).toEqual([]);
    expect(namesIn(await cloud.admin.get(`${servers}?all_tenants=1`))).toEqual(['n1']);
    expect(namesIn(await cloud.admin.get(`${servers}?all_tenants=1&project_id=${cloud.projects.other.id}`))).toEqual(
      [],
    );
    const message = "Policy doesn't allow os_compute_api:servers:index:get_all_tenants to be performed.";
    expect(await cloud.demo.get(`${servers}?all_tenants=1`)).toMatchObject({
      status: 403,
      body: { forbidden: { message } },
    });
    expect(rowsIn(await cloud.other.get(servers))).toEqual([]);
  });
});

describe('microversions', () => {
  test('are echoed; a too new one is 406, a malformed one 400', async () => {
    const answer = await cloud.demo.get(servers);
    expect(answer.headers.get('openstack-api-version')).toBe('compute 2.90');
    expect(answer.headers.get('x-compute-request-id')).toMatch(/^req-/);
    const message = 'Version 2.999 is not supported by the API. Minimum is 2.1 and maximum is 2.104.';
    expect(await cloud.demo.get(servers, at('2.999'))).toMatchObject({
      status: 406,
      body: { computeFault: { message } },
    });
    expect((await cloud.demo.get(servers, at('two'))).status).toBe(400);
  });

  test.each([
    ['tags at creation', '2.51', { tags: ['a'] }],
    ['a volume type', '2.66', { block_device_mapping_v2: [{ ...dataDisk, boot_index: 0 }] }],
  ])('before its time, %s is an unknown key', async (_what, version, more) => {
    const answer = await cloud.demo.post(servers, wish(more), at(version));
    expect(answer).toMatchObject({
      status: 400,
      body: { badRequest: { message: expect.stringContaining('Additional properties') } },
    });
  });

  test('before 2.26 there are no tags, before 2.47 a flavor is an id', async () => {
    const id = await built();
    expect((await cloud.demo.get(`${servers}/${id}/tags`, at('2.25'))).status).toBe(404);
    const old = await cloud.demo.get(`${servers}/${id}`, at('2.1'));
    expect(Object(old.body).server).toMatchObject({
      flavor: { id: '2' },
      'os-extended-volumes:volumes_attached': [{ id: expect.any(String) }],
    });
    expect(old.body).not.toHaveProperty('server.tags');
  });
});
