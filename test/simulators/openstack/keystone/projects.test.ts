import { describe, expect, test } from 'vitest';
import { cloudPerFile } from '../cloud-per-file.ts';
import { byCredential, byPassword, namesIn, rowsIn } from '../cloud-under-test.ts';
import { userOf } from './user-of.ts';

const cloud = await cloudPerFile();
const networks = '/network/v2.0/networks';

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

  test.each([
    ['a name in other letters', { name: 'DEMO' }, 409],
    ['a name of 65 characters', { name: 'x'.repeat(65) }, 400],
    ['a tag with a slash', { name: 'new', tags: ['a/b'] }, 400],
    ['a tag twice', { name: 'new', tags: ['a', 'a'] }, 400],
  ])('one with %s is refused', async (_what, project, status) => {
    expect((await cloud.admin.post(projects, { project })).status).toBe(status);
  });

  test('a token of a domain is shown that domain’s', async () => {
    const domain = Object((await cloud.admin.post('/identity/v3/domains', { domain: { name: 'apart' } })).body).domain;
    await cloud.admin.post(projects, { project: { name: 'alone', domain_id: domain.id } });
    const { id: userId } = await userOf(cloud, 'demo');
    const role = Object((await cloud.admin.get('/identity/v3/roles?name=manager')).body).roles[0].id;
    await cloud.admin.put(`/identity/v3/domains/${domain.id}/users/${userId}/roles/${role}`);
    const manager = await cloud.client({ ...byPassword('demo', null), scope: { domain: { id: domain.id } } });
    expect(namesIn(await manager.get(projects))).toEqual(['alone']);
    expect((await manager.get('/image/v2/images')).status).toBe(403);
    expect((await manager.get('/compute/v2.1/os-availability-zone')).status).toBe(403);
    const quotas = await manager.get(`/network/v2.0/quotas/${cloud.projects.demo.id}`);
    expect(quotas).toMatchObject({ status: 403, body: { NeutronError: { type: 'InvalidScope' } } });
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
    const { id: userId } = await userOf(cloud, 'demo');
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
