import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { someOpenStackSettings } from '#test/builders/builders';
import { keystoneTokens } from './keystone-tokens.ts';

const NOW = new Date('2026-11-27T12:00:00Z');

test.each([
  ['ada\u001b]0;x\u0007', 'ada ]0;x'],
  ['ada\nroot', 'ada root'],
  ['\u202eada', 'ada'],
  ['\u0000', 'u-1'],
  ['ä'.repeat(300), 'ä'.repeat(255)],
])('a user of Keystone is called by one line that reads as it is written: %j', async (name, userName) => {
  const token = {
    ...{ expires_at: '2026-11-27T13:00:00Z', project: { id: 'p' }, roles: [] },
    user: { id: 'u-1', name, domain: { name: 'Default\u2028' } },
  };
  const keystone = createServer((_, answer) => {
    answer.setHeader('content-type', 'application/json');
    answer.end(JSON.stringify({ token }));
  });
  await once(keystone.listen(0, '127.0.0.1'), 'listening');
  const backendUrl = `http://127.0.0.1:${(keystone.address() as AddressInfo).port}/v3`;
  const provider = someOpenStackSettings();
  const cloud = { ...provider, options: { ...provider.options, backendUrl } };
  const identity = await keystoneTokens({ clock: { now: () => NOW } }).verify(cloud, 'token');
  keystone.close();
  expect(identity).toMatchObject({ userId: 'u-1', userName, userDomainName: 'Default' });
});
