import { describe, expect, test } from 'vitest';
import { cloudPerFile } from '../cloud-per-file.ts';
import { byCredential, byPassword, namesIn } from '../cloud-under-test.ts';
import { userOf } from './user-of.ts';

const cloud = await cloudPerFile();
const networks = '/network/v2.0/networks';

describe('scopes', () => {
  test("another project's network does not exist for a token, nor can one be made there", async () => {
    const { demo } = cloud.projects;
    expect((await cloud.other.get(`${networks}/${demo.network_id}`)).status).toBe(404);
    expect(namesIn(await cloud.other.get(networks)).sort()).toEqual(['private', 'public']);
    expect((await cloud.other.post(networks, { network: { project_id: demo.id } })).status).toBe(400);
    expect((await cloud.other.get(`/identity/v3/projects/${demo.id}`)).status).toBe(403);
  });

  test('a member lists their own projects and is refused everyone’s', async () => {
    expect(namesIn(await cloud.demo.get('/identity/v3/auth/projects'))).toEqual(['demo']);
    expect(await cloud.demo.get('/identity/v3/projects')).toMatchObject({
      status: 403,
      body: { error: { message: 'You are not authorized to perform the requested action: identity:list_projects.' } },
    });
  });

  test('a credential with reader only may look and not make', async () => {
    const demo = await cloud.client(byPassword('demo', 'demo'));
    const { id } = await userOf(cloud, 'demo');
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
