import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readKeyRing } from '#shared/app/_core/key-ring';
import { openSecret } from '#shared/app/hooks/hook-secret';
import { secretName } from '#shared/domain/_core/secret-name';
import type { Person } from '../_worlds/api-under-test.ts';
import { type Market, openMarket } from '../_worlds/market.ts';

let market: Market;
beforeEach(async () => {
  market = await openMarket();
});

const URL_OF_HOOK = 'https://hook.example.org/in';
const made = z.object({ uuid: z.string(), secret: z.string().optional() });
const web = (fields: object = {}) => ({ destination_url: URL_OF_HOOK, event_groups: ['customers'], ...fields });
const create = (person: Person, body: object = web(), kind = 'hooks-web') =>
  market.ask('POST', `${kind}/`, { ...person, body });
const act = (method: string, uuid: string, person: Person, body?: object) =>
  market.ask(method, `hooks-web/${uuid}/`, { ...person, ...(body && { body }) });

describe('a web hook', () => {
  test('is its user’s alone: not even staff sees it', async () => {
    const { owner, staff, manager } = market.people;
    const answer = await create(owner);
    expect(answer).toMatchObject({
      status: 201,
      body: {
        ...{ destination_url: URL_OF_HOOK, content_type: 'json', event_types: [], event_groups: ['customers'] },
        ...{ is_active: true, author_uuid: owner.user.uuid, failures: 0, error_message: '' },
        ...{ hook_type: 'webhook', author_username: owner.user.username, author_email: owner.user.email },
      },
    });
    const { uuid } = made.parse(answer.body);
    const listed = async (person: Person) => z.array(made).parse((await market.ask('GET', 'hooks-web/', person)).body);
    expect([await listed(owner), await listed(staff), await listed(manager)]).toMatchObject([[{ uuid }], [], []]);
    for (const method of ['GET', 'PATCH', 'DELETE']) expect((await act(method, uuid, staff, {})).status).toBe(404);
    expect((await market.ask('GET', `hooks-email/${uuid}/`, owner)).status).toBe(404);
  });

  test('shows its secret once, to who makes it', async () => {
    const { owner } = market.people;
    const { uuid, secret = '' } = made.parse((await create(owner)).body);
    expect(secret.length).toBeGreaterThan(40);
    const shown = [await act('GET', uuid, owner), await act('PATCH', uuid, owner, { content_type: 'form' })];
    expect(shown.map(({ status }) => status)).toEqual([200, 200]);
    const kept = JSON.stringify([shown, await market.store.hooks.get(uuid), market.log.lines]);
    expect(kept).not.toContain(secret);
    expect(shown.map(({ text }) => text).join()).not.toContain('ealed');
    expect(await market.secrets.find(secretName(market.stage, 'hook', uuid))).toBeUndefined();
    const ring = await readKeyRing(market, 'hook-key');
    const { sealedSecret } = await market.store.hooks.get(uuid);
    expect(sealedSecret && openSecret(ring, uuid, sealedSecret)).toBe(secret);
  });

  test('gets a new secret when it moves to another server, which the earlier receiver does not know', async () => {
    const { owner } = market.people;
    const { uuid, secret } = made.parse((await create(owner)).body);
    const changes = [{ destination_url: `${URL_OF_HOOK}/other-path` }, web({ content_type: 'form' })];
    for (const [index, method] of ['PATCH', 'PUT'].entries()) {
      expect(made.parse((await act(method, uuid, owner, changes[index])).body).secret).toBeUndefined();
    }
    const moved = made.parse(
      (await act('PATCH', uuid, owner, { destination_url: 'https://other.example.org/in' })).body,
    );
    expect(moved.secret).toMatch(/^whsec_/);
    expect(moved.secret).not.toBe(secret);
    const { sealedSecret } = await market.store.hooks.get(uuid);
    const ring = await readKeyRing(market, 'hook-key');
    expect(sealedSecret && openSecret(ring, uuid, sealedSecret)).toBe(moved.secret);
    expect(made.parse((await act('GET', uuid, owner)).body).secret).toBeUndefined();
  });

  test('is changed in what a PATCH names, replaced by a PUT, and gone after a DELETE', async () => {
    const { owner } = market.people;
    const { uuid } = made.parse((await create(owner)).body);
    const patched = await act('PATCH', uuid, owner, { is_active: false, event_types: ['role_granted'] });
    expect(patched.body).toMatchObject({
      is_active: false,
      event_types: ['role_granted'],
      event_groups: ['customers'],
    });
    const put = await act('PUT', uuid, owner, web({ event_groups: ['users'] }));
    expect(put.body).toMatchObject({ is_active: true, event_types: [], event_groups: ['users'] });
    expect((await act('DELETE', uuid, owner)).status).toBe(204);
    expect((await act('GET', uuid, owner)).status).toBe(404);
  });

  test('does not take a user, failures or a state of its own from a body', async () => {
    const { owner, staff } = market.people;
    const fields = {
      author_uuid: staff.user.uuid,
      userUuid: staff.user.uuid,
      failures: -5,
      secret: 'mine',
      kind: 'email',
    };
    const { body } = await create(owner, web(fields));
    expect(body).toMatchObject({ author_uuid: owner.user.uuid, failures: 0 });
    expect(made.parse(body).secret).not.toBe('mine');
  });

  test.each([
    ...['http://hook.example.org/', 'https://127.0.0.1/', 'https://2130706433/', 'https://[::ffff:127.0.0.1]/'],
    ...['https://169.254.169.254/latest/', 'https://10.0.0.8/', 'https://[fd00:ec2::254]/', 'https://a:b@example.org/'],
    ...['ftp://example.org/', 'hook.example.org', ''],
  ])('is not made for %s, nor sent there later', async (destination_url) => {
    const { owner } = market.people;
    expect(await create(owner, web({ destination_url }))).toMatchObject({
      status: 400,
      body: { destination_url: [expect.any(String)] },
    });
    const { uuid } = made.parse((await create(owner)).body);
    expect((await act('PATCH', uuid, owner, { destination_url })).status).toBe(400);
    expect((await act('GET', uuid, owner)).body).toMatchObject({ destination_url: URL_OF_HOOK });
  });

  test.each([
    [{ event_groups: [], event_types: [] }, 'non_field_errors'],
    [{ event_groups: ['no-such-group'] }, 'event_groups'],
    [{ event_types: ['no_such_type'] }, 'event_types'],
    [{ content_type: 'xml' }, 'content_type'],
  ])('needs types or groups of events that exist: %j', async (fields, field) => {
    const { status, body } = await create(market.people.owner, web(fields));
    expect([status, Object.keys(z.looseObject({}).parse(body))]).toEqual([400, [field]]);
  });
});

test('an e-mail hook has an address, and no secret', async () => {
  const { owner } = market.people;
  const body = { email: 'ops@example.org', event_types: ['role_granted'] };
  const answer = await create(owner, body, 'hooks-email');
  expect(answer).toMatchObject({ status: 201, body: { email: 'ops@example.org', event_types: ['role_granted'] } });
  expect(made.parse(answer.body).secret).toBeUndefined();
  expect((await create(owner, { ...body, email: 'a@b.example, c@d.example' }, 'hooks-email')).status).toBe(400);
});
