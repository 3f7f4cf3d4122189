import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { DEFAULT_SITE_SETTINGS } from '#shared/domain/_core/site-settings';
import { type Market, openMarket } from '../_worlds/market.ts';

const LIMIT = 5;
const CALLS = 50;
const limits = { apiTokensPerUser: LIMIT, sshKeysPerUser: LIMIT, hooksPerUser: LIMIT };
let market: Market;
beforeEach(async () => {
  market = await openMarket({ site: { ...DEFAULT_SITE_SETTINGS, ...limits } });
});

const wire = (bytes: Buffer) => Buffer.concat([Buffer.from([0, 0, 0, bytes.length]), bytes]);
const aPublicKey = () =>
  `ssh-ed25519 ${Buffer.concat([wire(Buffer.from('ssh-ed25519')), wire(randomBytes(32))]).toString('base64')}`;
const BODIES = {
  'api-tokens': (number: number) => ({ name: `token-${number}` }),
  keys: (number: number) => ({ name: `key-${number}`, public_key: aPublicKey() }),
  'hooks-web': (number: number) => ({ destination_url: `https://h${number}.example.org/`, event_groups: ['users'] }),
};
const NAMES = { 'api-tokens': 'API tokens', keys: 'SSH keys', 'hooks-web': 'hooks' };
const made = z.looseObject({ uuid: z.string() });

describe.each(['api-tokens', 'keys', 'hooks-web'] as const)('%s of one user', (kind) => {
  const create = (number: number, person = market.people.owner) =>
    market.ask('POST', `${kind}/`, { ...person, body: BODIES[kind](number) });
  const refusal = { non_field_errors: [`A user can have at most ${LIMIT} ${NAMES[kind]}.`] };

  test('are as many as the installation says, of fifty calls at the same moment too, and the others hear the limit', async () => {
    const answers = await Promise.all(Array.from({ length: CALLS }, (_, number) => create(number)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(LIMIT);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.map(({ status, body }) => [status, body])).toEqual(refused.map(() => [400, refusal]));
    expect((await create(CALLS, market.people.manager)).status).toBe(201);
  });

  test('make room for another when one is deleted, for one alone', async () => {
    const uuids: string[] = [];
    for (let number = 0; number < LIMIT; number += 1) uuids.push(made.parse((await create(number)).body).uuid);
    expect((await create(90)).body).toEqual(refusal);
    expect((await market.ask('DELETE', `${kind}/${uuids[2]}/`, market.people.owner)).status).toBe(204);
    expect([(await create(91)).status, (await create(92)).status]).toEqual([201, 400]);
  });
});

test('API tokens that are over make room, and what was not made by hand takes none', async () => {
  const { owner } = market.people;
  const expires_at = new Date(market.clock.now().getTime() + 60_000).toISOString();
  const create = (name: string) => market.ask('POST', 'api-tokens/', { ...owner, body: { name, expires_at } });
  for (let number = 0; number < LIMIT; number += 1) expect((await create(`${number}`)).status).toBe(201);
  expect((await create('more')).status).toBe(400);
  market.clock.advance(61);
  expect((await market.ask('POST', 'api-tokens/', { ...owner, body: { name: 'later' } })).status).toBe(201);
});
