import pMap from 'p-map';
import { beforeEach, expect, test } from 'vitest';
import { type HookAudience, hookAudience, oversightCache } from '#shared/app/hooks/hook-audience';
import { changed } from '#shared/domain/_core/record';
import type { HookEvent } from '#shared/domain/hooks/hook-event';
import { aHook } from '#test/a-hook';
import { aGrant, aUser, aUuid } from '#test/builders/builders';
import { newStore, type TestStore } from '../_worlds/new-store.ts';

let opened: TestStore;
let calls: number;
beforeEach(async () => {
  opened = await newStore();
  opened.client.middlewareStack.add(
    (next) => (args) => {
      calls += 1;
      return next(args);
    },
    { step: 'initialize', name: 'countCalls' },
  );
});

const [customerUuid, projectUuid] = [aUuid(), aUuid()];
const event = (): HookEvent => ({
  uuid: aUuid(),
  created: '2026-03-01T12:00:00.000Z',
  message: 'Project winter has been created.',
  event_type: 'project_creation_succeeded',
  event_types: ['project_creation_succeeded'],
  context: { customer_uuid: customerUuid, project_uuid: projectUuid },
});

/** A user with a hook for events of projects, and with a role in a customer if one is given. */
async function subscriber(customer?: string, person: Partial<ReturnType<typeof aUser>> = {}) {
  const { store } = opened;
  const user = aUser(person);
  const hook = aHook({ userUuid: user.uuid, eventGroups: ['projects'] });
  const place = { scopeType: 'customer', role: 'CUSTOMER.OWNER' } as const;
  const grants =
    customer === undefined
      ? []
      : [aGrant({ ...place, userUuid: user.uuid, scopeUuid: customer, customerUuid: customer })];
  await store.commit(
    store.users.insert(user),
    store.hooks.insert(hook),
    ...grants.map((it) => store.grants.insert(it)),
  );
  return { user, hook };
}

async function askedFor(audience: HookAudience): Promise<{ hooks: string[]; asked: number }> {
  calls = 0;
  const hooks = (await audience(event())).map(({ uuid }) => uuid).sort();
  return { hooks, asked: calls };
}

test('with hooks of 500 users of other customers, an event costs what it costs without them', async () => {
  const { hook } = await subscriber(customerUuid);
  const cache = oversightCache();
  await askedFor(hookAudience(opened, cache));
  const alone = await askedFor(hookAudience(opened, cache));
  await pMap(Array.from({ length: 500 }), () => subscriber(aUuid()), { concurrency: 16 });
  const first = await askedFor(hookAudience(opened, cache));
  const later = await askedFor(hookAudience(opened, cache));
  expect([alone.hooks, first.hooks, later.hooks]).toEqual([[hook.uuid], [hook.uuid], [hook.uuid]]);
  expect(first.asked, 'the users are read by the hundred, once a minute').toBe(alone.asked + 5);
  expect(later.asked).toBe(alone.asked);
});

test('further events of a batch read nothing again', async () => {
  await subscriber(customerUuid);
  const audience = hookAudience(opened);
  await askedFor(audience);
  expect(await askedFor(audience)).toMatchObject({ asked: 0 });
});

test('who becomes staff gets events of all customers within a minute, and who ceases to be staff none any more', async () => {
  const { store, clock } = opened;
  const { user, hook } = await subscriber();
  const cache = oversightCache();
  expect(await askedFor(hookAudience(opened, cache))).toMatchObject({ hooks: [] });
  const promoted = changed(user, clock.now(), { isStaff: true });
  await store.commit(store.users.replace(promoted));
  clock.advance(60);
  expect(await askedFor(hookAudience(opened, cache))).toMatchObject({ hooks: [hook.uuid] });
  await store.commit(store.users.replace(changed(promoted, clock.now(), { isStaff: false })));
  expect(await askedFor(hookAudience(opened, cache))).toMatchObject({ hooks: [] });
});
