import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Person } from '../_worlds/api-under-test.ts';
import { type Cloud, type Market, openMarket, type Stocked, startCloud, stock } from '../_worlds/market.ts';

let cloud: Cloud;
let market: Market;
beforeAll(async () => {
  cloud = await startCloud();
}, 60_000);
afterAll(() => cloud.simulator.stop());
beforeEach(async () => {
  market = await openMarket();
});

/** A key and its fingerprints, as printed by `ssh-keygen -l -E …`. */
const ED25519 = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJl3dIeudNqd0DPMRD6OIh65tjkxYtGLvW5pRqNPnSEo ada@example.org';
const FINGERPRINTS = {
  fingerprint_md5: '67:cc:65:34:23:a1:a3:50:a0:07:db:b7:01:1d:5a:32',
  fingerprint_sha256: 'SHA256:CVbHaPVFiCdM5/wHW9e35o+z2B5Ym5/W3HHCGsNxGlk',
  fingerprint_sha512: 'SHA512:a5uUu6YvL244wY+Bfwvu32gRpwtlrt94zYs33evj8zgdamb0126ShIOqZdYH46uQNsJZd2kqFJ+Vec+oZpCptg',
};

/** A new public key in OpenSSH's format. */
function aPublicKey(): string {
  const { x = '' } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
  const type = Buffer.from('\0\0\0\u000bssh-ed25519\0\0\0 ', 'latin1');
  return `ssh-ed25519 ${Buffer.concat([type, Buffer.from(x, 'base64url')]).toString('base64')}`;
}
const save = (person: Person, body: object) => market.ask('POST', 'keys/', { ...person, body });
const named = z.array(z.object({ name: z.string() }));
const names = async (person: Person, search = '') =>
  named.parse((await market.ask('GET', `keys/${search}`, person)).body).map(({ name }) => name);

describe('a stored SSH key', () => {
  test('shows its type and fingerprints', async () => {
    const { owner } = market.people;
    const answer = await save(owner, { name: ' laptop ', public_key: `${ED25519}\n` });
    expect(answer).toMatchObject({
      status: 201,
      body: {
        ...{ name: 'laptop', public_key: ED25519, type: 'ssh-ed25519', user_uuid: owner.user.uuid, is_shared: false },
        ...FINGERPRINTS,
      },
    });
    const { url } = z.object({ url: z.string() }).parse(answer.body);
    expect(answer.headers.location).toBe(url);
    expect((await market.ask('GET', url, owner)).body).toEqual(answer.body);
  });

  test('is listed for its user and for staff, by name and fingerprint', async () => {
    const { owner, manager, staff } = market.people;
    await save(owner, { name: 'laptop', public_key: ED25519 });
    await save(owner, { name: 'desk', public_key: aPublicKey() });
    await save(manager, { name: 'phone', public_key: ED25519 });
    expect((await names(owner)).sort()).toEqual(['desk', 'laptop']);
    expect((await names(staff)).sort()).toEqual(['desk', 'laptop', 'phone']);
    expect(await names(owner, '?o=-name')).toEqual(['laptop', 'desk']);
    expect(await names(owner, '?name=LAP')).toEqual(['laptop']);
    expect(await names(owner, `?fingerprint_md5=${FINGERPRINTS.fingerprint_md5}`)).toEqual(['laptop']);
    expect(await names(staff, `?user_uuid=${manager.user.uuid}`)).toEqual(['phone']);
  });

  test('is nobody else’s to see or delete, save for staff', async () => {
    const { owner, manager, staff } = market.people;
    const { uuid } = await market.create('keys/', owner, { name: 'laptop', public_key: ED25519 });
    const address = `keys/${uuid}/`;
    for (const method of ['GET', 'DELETE']) {
      expect(await market.ask(method, address, manager)).toMatchObject({
        ...{ status: 404, body: { detail: 'No SshPublicKey matches the given query.' } },
      });
    }
    expect(await market.statusOf('GET', address, staff)).toBe(200);
    expect(await market.statusOf('PATCH', address)).toBe(405);
    expect(await market.statusOf('DELETE', address)).toBe(204);
    expect(await market.statusOf('GET', address)).toBe(404);
    expect(await names(owner)).toEqual([]);
  });

  test('can be stored once under one name, again by somebody else or after it is deleted', async () => {
    const { owner, manager } = market.people;
    const { uuid } = await market.create('keys/', owner, { name: 'laptop', public_key: ED25519 });
    const refused = (body: object, errors: object) =>
      expect(save(owner, body)).resolves.toMatchObject({ status: 400, body: errors });
    await refused(
      { name: 'other', public_key: `${ED25519} again` },
      { public_key: ['Key with same fingerprint already exists.'] },
    );
    await refused({ name: 'laptop', public_key: aPublicKey() }, { name: ['Key with same name already exists.'] });
    await market.create('keys/', manager, { name: 'laptop', public_key: ED25519 });
    await market.ask('DELETE', `keys/${uuid}/`, owner);
    await market.create('keys/', owner, { name: 'laptop', public_key: ED25519 });
  });

  test.each([
    ['', 'This field may not be blank.'],
    ['no key', 'Key is not valid: cannot generate fingerprint_md5 from it.'],
    ['ssh-ed25519', 'Key is not valid: cannot generate fingerprint_md5 from it.'],
    ['ssh-ed25519 AAAA', 'Key is not valid: cannot generate fingerprint_md5 from it.'],
    [ED25519.replace('ssh-ed25519', 'ssh-rsa'), 'Key is not valid: cannot generate fingerprint_md5 from it.'],
    [ED25519.replace('ssh-ed25519', 'ssh-dss'), 'Key is not valid: cannot generate fingerprint_md5 from it.'],
    [`${ED25519}\n${ED25519}`, 'Key is not valid: it should be single line.'],
    [`${ED25519}\u2028bootcmd: [reboot]`, 'Control characters are not allowed: U+2028.'],
    ['x'.repeat(2001), 'Ensure this field has no more than 2000 characters.'],
    [5, 'Not a valid string.'],
  ])('is not %j', async (public_key, message) => {
    expect(await save(market.people.owner, { name: 'x', public_key })).toMatchObject({
      ...{ status: 400, body: { public_key: [message] } },
    });
    expect(await names(market.people.owner)).toEqual([]);
  });
});

describe('an order', () => {
  let stocked: Stocked;
  beforeEach(async () => {
    stocked = await stock(market, cloud);
  });
  const withNodes = z.object({ nodes: z.array(z.looseObject({})) });
  const nodes = (ssh_public_key: string) => {
    const [server, agent] = withNodes.parse(stocked.order().attributes).nodes;
    return [server, { ...agent, ssh_public_key }];
  };

  test('may name a stored key by uuid or URL; its text is what is ordered (S0-256, S0-268)', async () => {
    const { owner } = market.people;
    const [mine, another] = [ED25519, aPublicKey()];
    const first = await market.create('keys/', owner, { name: 'laptop', public_key: mine });
    const second = await market.create('keys/', owner, { name: 'desk', public_key: another });
    const { order } = await stocked.place(owner, { ssh_public_key: first.url, nodes: nodes(second.uuid) });
    await market.ask('DELETE', `keys/${first.uuid}/`, owner);
    expect((await market.ask('GET', `marketplace-orders/${order.uuid}/`, owner)).body).toMatchObject({
      attributes: { ssh_public_key: mine, nodes: [{}, { ssh_public_key: another }] },
    });
  });

  test('may not name what was stored as a key and is none', async () => {
    const { owner } = market.people;
    const { uuid } = await market.create('keys/', owner, { name: 'laptop', public_key: ED25519 });
    const stored = await market.store.sshKeys.find(uuid);
    if (!stored) throw new Error('the key is not there');
    const broken = { ...stored, uuid: randomUUID().replaceAll('-', ''), fingerprintSha256: 'another', name: 'broken' };
    await market.store.commit(
      market.store.sshKeys.insert({ ...broken, publicKey: `${ED25519}\u2028bootcmd: [reboot]` }),
    );
    const unreadable = { ssh_public_key: ['The stored key is not a valid SSH public key.'] };
    const body = stocked.order({ ssh_public_key: broken.uuid, nodes: nodes(broken.uuid) });
    expect(await market.ask('POST', 'marketplace-orders/', { ...owner, body })).toMatchObject({
      ...{ status: 400, body: { ...unreadable, nodes: [{}, unreadable] } },
    });
  });

  test('of staff may name anybody’s key, one of another user only the user’s own', async () => {
    const { owner, manager, staff } = market.people;
    const { uuid } = await market.create('keys/', owner, { name: 'laptop', public_key: ED25519 });
    const missing = { ssh_public_key: ['Invalid hyperlink - Object does not exist.'] };
    const body = stocked.order({ ssh_public_key: uuid, nodes: nodes(uuid) });
    expect(await market.ask('POST', 'marketplace-orders/', { ...manager, body })).toMatchObject({
      ...{ status: 400, body: { ...missing, nodes: [{}, missing] } },
    });
    expect((await market.ask('POST', 'marketplace-orders/', { ...staff, body })).status).toBe(201);
  });
});
