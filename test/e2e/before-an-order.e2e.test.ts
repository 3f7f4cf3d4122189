import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { personAt } from './_worlds/customer.ts';
import { ownCloud } from './_worlds/own-cloud.ts';

const { endpoints } = ownCloud();
const owner = personAt(endpoints, 'owner');

test('the public settings are shown to who has no token (S0-179)', async () => {
  const answer = await fetch(`${endpoints.api}/api/configuration/`, { signal: AbortSignal.timeout(30_000) });
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ WALDUR_RANCHER: { SYSTEM_VOLUME_MIN_SIZE: 64, READ_ONLY_MODE: false } });
});

test('an order with a stored key can be tried, and is checked against the live cloud without a trace', async () => {
  const { x = '' } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
  const start = Buffer.from('\0\0\0\u000bssh-ed25519\0\0\0 ', 'latin1');
  const public_key = `ssh-ed25519 ${Buffer.concat([start, Buffer.from(x, 'base64url')]).toString('base64')}`;
  const stored = await owner.call('POST', 'keys/', { name: 'for a try', public_key });
  expect(stored.status).toBe(201);
  const { url, uuid } = z.object({ url: z.string(), uuid: z.string() }).parse(stored.body);
  const order = owner.clusterOrder('only-a-try', 1, 1);
  const tried = await owner.call('POST', 'marketplace-orders/plan/', {
    ...order,
    attributes: { ...order.attributes, ssh_public_key: url },
  });
  expect(tried).toMatchObject({
    status: 200,
    body: {
      ...{ valid: true, errors: [] },
      objects: {
        rancher: { cluster: { name: 'only-a-try' } },
        tenants: [{ servers: [{ name: 'only-a-try-rancher-node-server-1' }, { role: 'agent' }] }],
      },
    },
  });
  expect((await owner.call('GET', 'marketplace-orders/?resource_name=only-a-try')).body).toEqual([]);
  expect((await owner.call('DELETE', `keys/${uuid}/`)).status).toBe(204);
});
