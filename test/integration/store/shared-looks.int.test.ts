import { beforeEach, describe, expect, test } from 'vitest';
import type { Store } from '#shared/ports/store';
import { aUuid, CREATED } from '#test/builders/builders';
import { newStore } from '../_worlds/new-store.ts';
import { aWait } from '../nodes/parked-wait.ts';

let store: Store;
beforeEach(async () => {
  ({ store } = await newStore());
});
const at = (seconds: number) => new Date(Date.parse(CREATED) + seconds * 1000).toISOString();

describe('the last look at a provider', () => {
  test('is begun by one of several callers', async () => {
    const settingsUuid = aUuid();
    for (const round of [
      [1, 2, 3],
      [4, 5, 6],
    ]) {
      const looks = round.map((seconds) => ({ settingsUuid, lookedAt: at(seconds) }));
      const before = await store.looks.find(settingsUuid);
      const begun = await Promise.all(looks.map((look) => store.looks.begin(look, before)));
      expect(begun.filter(Boolean)).toHaveLength(1);
    }
  });

  test('is not changed by an earlier one that ends late', async () => {
    const settingsUuid = aUuid();
    const [early, late] = [at(1), at(2)].map((lookedAt) => ({ settingsUuid, lookedAt }));
    if (!early || !late) throw new Error('no looks');
    await store.looks.begin(early, undefined);
    await store.looks.begin(late, early);
    await store.looks.end({ ...early, failure: 'away' });
    await store.looks.forget(early);
    expect(await store.looks.find(settingsUuid)).toEqual(late);
    await store.looks.end({ ...late, failure: 'away' });
    expect(await store.looks.find(settingsUuid)).toEqual({ ...late, failure: 'away' });
    await store.looks.forget(late);
    expect(await store.looks.find(settingsUuid)).toBeUndefined();
  });
});

test('a wait is put back unless its operation has a newer one', async () => {
  const wait = aWait();
  expect(await store.waits.putBack(wait)).toBe(true);
  expect(await store.waits.putBack({ ...wait, looksItself: true })).toBe(true);
  const newer = { ...wait, taskToken: 'token-newer' };
  await store.waits.park(newer);
  expect(await store.waits.putBack({ ...wait, looksItself: true })).toBe(false);
  expect(await store.waits.listAllByProvider(wait.settingsUuid)).toEqual([newer]);
});
