import { expect, test } from 'vitest';
import { machineCloudOf } from './machine-cloud.ts';
import type { Target } from './targets.ts';

const rancher = (access: object): Target => ({ backend: 'rancher', address: 'https://rancher.example.org', access });
const openstack = (access: object): Target => ({ backend: 'openstack', address: 'https://cloud.example.org', access });
const simulated = openstack({ auth_url: 'http://127.0.0.1:1/identity/v3', projects: { demo: { id: 'p-1' } } });
const real = openstack({ auth_url: 'https://cloud.example.org/v3', admin: { username: 'a' } });
const played = rancher({ played: true });

test('a simulated Rancher makes machines in the simulated cloud’s own project (S2-001)', async () => {
  expect(await machineCloudOf([played, simulated], {})).toMatchObject({
    cloud: { project_id: 'p-1', flavor: 'm1.medium', account: { username: 'demo' } },
  });
});

test.each([
  ['no cloud is named', [played], 'a Rancher and an OpenStack are needed'],
  ['no Rancher is named', [simulated], 'a Rancher and an OpenStack are needed'],
  ['only the cloud is simulated', [rancher({}), simulated], 'cannot make machines in a simulated cloud'],
  ['only Rancher is simulated', [played, real], 'cannot make machines in a simulated cloud'],
  ['nobody says what machines are made of', [rancher({}), real], 'set CERTIFY_FLAVOR, CERTIFY_NETWORK'],
])('when %s, pools are left out with the reason (S2-001)', async (_what, targets, why) => {
  expect(await machineCloudOf(targets, { CERTIFY_IMAGE: 'ubuntu-24.04' })).toEqual({
    why: expect.stringContaining(why),
  });
});
