import { describe, expect, test } from 'vitest';
import { cloudPerFile } from '../cloud-per-file.ts';
import { byPassword, idIn } from '../cloud-under-test.ts';
import { userOf } from './user-of.ts';

const cloud = await cloudPerFile();

describe('application credentials', () => {
  const path = async (name: string) => `/identity/v3/users/${(await userOf(cloud, name)).id}/application_credentials`;
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
