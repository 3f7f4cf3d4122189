import { beforeEach, describe, expect, test } from 'vitest';
import { deliverHooks } from '#shared/app/hooks/deliver-hook';
import { hookAudience } from '#shared/app/hooks/hook-audience';
import { queueWebhooks } from '#shared/app/hooks/queue-webhooks';
import { STAGE_KEY, secretName } from '#shared/domain/_core/secret-name';
import type { Hook } from '#shared/domain/hooks/hook';
import type { HookEvent } from '#shared/domain/hooks/hook-event';
import { BackendUnavailable } from '#shared/errors';
import type { HookCall } from '#shared/ports/hooks';
import { aHook } from '#test/a-hook';
import { aKeyRing } from '#test/a-key-ring';
import { aGrant, aUser, aUuid, CREATED } from '#test/builders/builders';
import { newStore, type TestStore } from '../_worlds/new-store.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
let opened: TestStore;
let calls: HookCall[];
let isDown: boolean;
let kept: Map<string, string>;
/** What happens before a receiver takes a call. By default nothing. */
let receive: (call: HookCall) => Promise<void>;
const KEY = secretName('test', 'hook-key', STAGE_KEY);
const ownName = ({ uuid }: Hook) => secretName('test', 'hook', uuid);
beforeEach(async () => {
  opened = await newStore();
  calls = [];
  isDown = false;
  receive = async () => undefined;
  kept = new Map([[KEY, JSON.stringify(aKeyRing())]]);
});
/** The receiver is simulated here. The tests of the HTTP client cover real connections. */
const run = () =>
  deliverHooks({
    ...opened,
    stage: 'test',
    log,
    secrets: {
      find: async (name) => kept.get(name),
      remove: async (name) => void kept.delete(name),
    },
    sender: {
      deliver: async (call) => {
        if (isDown) throw new BackendUnavailable('The receiver of the hook answered 503.');
        await receive(call);
        calls.push(call);
      },
    },
  });

const [customerUuid, projectUuid] = [aUuid(), aUuid()];
const event = (fields: Partial<HookEvent> = {}): HookEvent => ({
  uuid: aUuid(),
  created: '2026-03-01T12:00:00.000Z',
  event_type: 'project_creation_succeeded',
  event_types: ['project_creation_succeeded'],
  message: 'Project winter has been created.',
  context: { customer_uuid: customerUuid, customer_name: 'Example Ltd', project_uuid: projectUuid },
  ...fields,
});
const queue = (happened = event()) => queueWebhooks(opened, happened, hookAudience(opened));

/** A hook of a user. By default the user has a role in the customer. */
async function hooked(fields: Partial<Hook> = {}, person: Partial<ReturnType<typeof aUser>> = {}, role = true) {
  const { store } = opened;
  const user = aUser(person);
  const hook = aHook({ userUuid: user.uuid, eventGroups: ['projects'], ...fields });
  if (hook.type === 'web') kept.set(ownName(hook), JSON.stringify({ secret: 'whsec' }));
  const place = { scopeType: 'customer', role: 'CUSTOMER.OWNER', scopeUuid: customerUuid, customerUuid } as const;
  const grant = aGrant({ userUuid: user.uuid, ...place });
  await store.commit(store.users.insert(user), store.hooks.insert(hook), ...(role ? [store.grants.insert(grant)] : []));
  return { hook, user, grant };
}

describe('an event', () => {
  test('is sent to hooks that want it, of people who may see it, and to no others', async () => {
    const { hook } = await hooked();
    const { hook: byType } = await hooked({ eventGroups: [], eventTypes: ['project_creation_succeeded'] });
    const { hook: staffs } = await hooked({}, { isStaff: true }, false);
    await hooked({ eventGroups: ['users'] });
    await hooked({ isActive: false });
    await hooked({}, {}, false);
    await hooked({}, { isActive: false });
    expect(await queue()).toBe(3);
    await run();
    const hookUuids = calls.map(({ deliveryId }) => deliveryId.split('/')[0]);
    expect(hookUuids.sort()).toEqual([hook.uuid, byType.uuid, staffs.uuid].sort());
  });

  test('is not sent to a user who has lost the role meanwhile', async () => {
    const { grant } = await hooked();
    await opened.store.commit(opened.store.grants.remove(grant));
    expect(await queue()).toBe(0);
  });

  test('of no place is for staff and support', async () => {
    await hooked();
    await hooked({}, { isSupport: true }, false);
    expect(await queue(event({ context: {} }))).toBe(1);
  });

  test('that the bus brings twice is delivered once, as the hook wants it', async () => {
    await hooked({ contentType: 'form' });
    const happened = event();
    await queue(happened);
    await queue(happened);
    await run();
    expect(calls).toMatchObject([
      { secret: 'whsec', eventType: happened.event_type, url: 'https://hook.example.org/in' },
    ]);
    const fields = new URLSearchParams(calls[0]?.body);
    expect([fields.get('message'), JSON.parse(fields.get('context') ?? '')]).toEqual([
      happened.message,
      happened.context,
    ]);
    expect(await run()).toBe(0);
  });

  test('is an e-mail to who wants e-mails', async () => {
    const { hook } = await hooked({ type: 'email', destination: 'ops@example.org', confirmedAt: CREATED });
    const happened = event();
    await queue(happened);
    expect(await opened.store.mails.find(`hook/${hook.uuid}/${happened.uuid}`)).toMatchObject({
      ...{ to: 'ops@example.org', template: 'event' },
      values: { message: happened.message, scope: 'Example Ltd', hookUuid: hook.uuid },
    });
    await run();
    expect(calls).toEqual([]);
  });

  test('is no e-mail to an address that nobody has confirmed, as those of before there were confirmations', async () => {
    await hooked({ type: 'email', destination: 'ops@example.org' });
    expect(await queue()).toBe(0);
  });
});

describe('a receiver that is down', () => {
  test('gets the same delivery when it is up again', async () => {
    const { hook } = await hooked();
    isDown = true;
    await queue();
    await run();
    expect(await opened.store.hooks.get(hook.uuid)).toMatchObject({ failures: 1, isActive: true });
    isDown = false;
    expect(await run()).toBe(0);
    opened.clock.advance(60);
    expect(await run()).toBe(1);
    expect(calls).toHaveLength(1);
    expect(await opened.store.hooks.get(hook.uuid)).toMatchObject({ failures: 0 });
  });

  test('is not given up for many failures in one minute, but for failures over hours, and its user gets an e-mail', async () => {
    const { hook, user } = await hooked();
    isDown = true;
    for (let number = 0; number < 12; number += 1) await queue();
    await run();
    expect(await opened.store.hooks.get(hook.uuid)).toMatchObject({ isActive: true });
    for (let round = 0; round < 12; round += 1) {
      opened.clock.advance(1800);
      await run();
    }
    const { isActive, version, lastError } = await opened.store.hooks.get(hook.uuid);
    expect([isActive, lastError]).toEqual([false, 'The receiver of the hook answered 503.']);
    expect(await opened.store.mails.find(`hook-disabled/${hook.uuid}/${version}`)).toMatchObject({
      ...{ to: user.email, template: 'hook-disabled' },
      values: { destination: hook.destination, reason: lastError },
    });
    isDown = false;
    opened.clock.advance(24 * 3600);
    await run();
    expect([calls, await run()]).toEqual([[], 0]);
  });
});

describe('receivers that hang', () => {
  const SLOW = 'https://slow.example.org/in';
  const isSlow = ({ url }: HookCall) => url === SLOW;
  const timeout = () => new BackendUnavailable('The receiver of the hook cannot be reached (timeout).');
  /** Twenty hooks of one user, each with two events, and then one hook of another user with one event. */
  async function manySlowAndOneFast() {
    const { user, hook: first } = await hooked({ destination: SLOW });
    const others = Array.from({ length: 19 }, () =>
      aHook({ userUuid: user.uuid, eventGroups: ['projects'], destination: SLOW }),
    );
    for (const hook of others) {
      kept.set(ownName(hook), JSON.stringify({ secret: 'whsec' }));
      await opened.store.commit(opened.store.hooks.insert(hook));
    }
    for (let number = 0; number < 2; number += 1) await queue();
    opened.clock.advance(1);
    const { hook: fast } = await hooked();
    await queue();
    return { slow: [first, ...others], fast };
  }

  test('take a share of the senders, so another user’s event does not wait for them', async () => {
    await manySlowAndOneFast();
    const delivered = Promise.withResolvers<void>();
    const noSenderIsLeft = Promise.withResolvers<void>();
    let hanging = 0;
    let hangingAtDelivery = Number.NaN;
    receive = async (call) => {
      if (!isSlow(call)) {
        hangingAtDelivery = hanging;
        return delivered.resolve();
      }
      hanging += 1;
      if (hanging === 20) noSenderIsLeft.resolve();
      await Promise.race([delivered.promise, noSenderIsLeft.promise]);
      throw timeout();
    };
    await run();
    expect(hangingAtDelivery).toBeLessThanOrEqual(4);
    expect(calls).toHaveLength(1);
  });

  test('wait for a later run after a few failures, and are no longer at the head of the list', async () => {
    const { slow } = await manySlowAndOneFast();
    receive = async (call) => {
      if (isSlow(call)) throw timeout();
    };
    expect(await run()).toBeLessThanOrEqual(8);
    expect(await opened.store.hookDeliveries.listDue(opened.clock.now(), 1000)).toEqual([]);
    receive = async () => undefined;
    for (let round = 0; round < 8; round += 1) {
      opened.clock.advance(3600);
      await run();
    }
    const deliveries = new Set(calls.map(({ deliveryId }) => deliveryId));
    expect(deliveries.size).toBe(slow.length * 3 + 1);
  });

  test('are switched off if they answer only after a long time, and their user gets an e-mail', async () => {
    const { hook, user } = await hooked();
    receive = async () => opened.clock.advance(6);
    for (let round = 0; round < 6; round += 1) {
      await queue();
      await run();
      opened.clock.advance(1800);
    }
    expect(calls.length).toBeGreaterThanOrEqual(5);
    const { isActive, version, lastError } = await opened.store.hooks.get(hook.uuid);
    const reason = 'The receiver of the hook took 6 seconds to answer. It should answer within 5.';
    expect([isActive, lastError]).toEqual([false, reason]);
    expect(await opened.store.mails.find(`hook-disabled/${hook.uuid}/${version}`)).toMatchObject({
      ...{ to: user.email, template: 'hook-disabled' },
      values: { reason },
    });
  });
});

describe('a hook with a secret of its own in the secret store', () => {
  const row = ({ uuid }: Hook) => opened.store.hooks.get(uuid);

  test('has it encrypted in its row from its first delivery on, and there no more, however many there are at once', async () => {
    const { hook } = await hooked();
    for (let number = 0; number < 5; number += 1) await queue();
    await run();
    expect(calls.map(({ secret }) => secret)).toEqual(Array(5).fill('whsec'));
    expect([...kept.keys()]).toEqual([KEY]);
    const { sealedSecret } = await row(hook);
    expect(sealedSecret?.keyId).toBe('1');
    expect(JSON.stringify(sealedSecret)).not.toContain('whsec');
    await queue();
    await run();
    expect(calls.at(-1)?.secret).toBe('whsec');
    expect((await row(hook)).sealedSecret).toEqual(sealedSecret);
  });

  test('has it encrypted by a new key once there is one, and needs the old one no more', async () => {
    const { hook } = await hooked();
    await queue();
    await run();
    kept.set(KEY, JSON.stringify({ ...aKeyRing('2'), previous: { 1: aKeyRing().key } }));
    await queue();
    await run();
    expect((await row(hook)).sealedSecret?.keyId).toBe('2');
    kept.set(KEY, JSON.stringify(aKeyRing('2')));
    await queue();
    await run();
    expect(calls.map(({ secret }) => secret)).toEqual(['whsec', 'whsec', 'whsec']);
  });

  test('fails and says why where there is none, and counts that', async () => {
    const { hook } = await hooked();
    kept.delete(ownName(hook));
    await queue();
    await run();
    expect(await row(hook)).toMatchObject({ failures: 1, lastError: 'the hook has no secret' });
  });
});
