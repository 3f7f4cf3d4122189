import { beforeEach, describe, expect, test } from 'vitest';
import type { Store } from '#shared/ports/store';
import { aUuid, CREATED } from '#test/builders/builders';
import type { TestClock } from '#test/test-clock';
import { newStore } from '../_worlds/new-store.ts';
import { aWait } from '../nodes/parked-wait.ts';

let store: Store;
let clock: TestClock;
beforeEach(async () => {
  ({ store, clock } = await newStore());
});

describe('waits of a provider', () => {
  const settingsUuid = aUuid();

  test('are its own, as they were parked last, and no longer there once taken or an hour old', async () => {
    const [one, taken] = [aWait({ settingsUuid }), aWait({ settingsUuid })];
    const again = { ...one, taskToken: 'parked-again' };
    for (const wait of [one, again, taken, aWait()]) await store.waits.park(wait);
    await store.waits.take(taken);
    expect(await store.waits.listByProvider(settingsUuid, 10)).toEqual([again]);
    clock.advance(3600);
    expect(await store.waits.listByProvider(settingsUuid, 10)).toEqual([]);
  });

  test('are read up to a limit', async () => {
    await Promise.all([1, 2, 3].map(() => store.waits.park(aWait({ settingsUuid }))));
    expect(await store.waits.listByProvider(settingsUuid, 2)).toHaveLength(2);
  });
});

describe('a signature', () => {
  const item = {
    settingsUuid: aUuid(),
    signature: 'ab'.repeat(32),
    expiresAt: CREATED.replace('12:00:00', '12:05:01'),
  };

  test('is accepted by one of two at once, and once for each provider', async () => {
    const accepted = await Promise.all([store.webhookSignatures.accept(item), store.webhookSignatures.accept(item)]);
    expect(accepted.toSorted()).toEqual([false, true]);
    expect(await store.webhookSignatures.accept({ ...item, settingsUuid: aUuid() })).toBe(true);
  });

  test('is kept until it expires, whether or not the database has removed it', async () => {
    await store.webhookSignatures.accept(item);
    clock.advance(300);
    expect(await store.webhookSignatures.accept(item)).toBe(false);
    clock.advance(1);
    expect(await store.webhookSignatures.accept(item)).toBe(true);
  });
});
