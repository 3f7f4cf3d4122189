import { beforeAll, expect, test } from 'vitest';
import { aUuid } from '#test/builders/builders';
import { newStore, type TestStore } from '../_worlds/new-store.ts';

const LIMIT = 4;
let it: TestStore;
beforeAll(async () => {
  it = await newStore();
});

const wanted = (settingsUuid: string) => ({
  settingsUuid,
  holder: aUuid(),
  operationUuid: aUuid(),
  clusterUuid: aUuid(),
  expiresAt: new Date(it.clock.now().getTime() + 65_000).toISOString(),
});
const takeMany = (settingsUuid: string, count: number) =>
  Promise.all(Array.from({ length: count }, () => it.store.slots.take(wanted(settingsUuid), LIMIT)));

test('as many as are allowed get a slot, each its own, however many come at once', async () => {
  const provider = aUuid();
  for (let round = 0; round < 3; round += 1) await takeMany(provider, 5);
  const taken = await it.store.slots.listTaken(provider);
  expect(taken.map(({ number }) => number).sort()).toEqual([0, 1, 2, 3]);
  expect(await it.store.slots.take(wanted(provider), LIMIT)).toBeUndefined();
});

test('a slot that was given back is free, and nobody gives back another’s', async () => {
  const provider = aUuid();
  const [slot] = await takeMany(provider, 1);
  if (!slot) throw new Error('none was free');
  await it.store.slots.release({ ...slot, holder: aUuid() });
  expect(await it.store.slots.listTaken(provider)).toEqual([slot]);
  await it.store.slots.release(slot);
  expect(await it.store.slots.listTaken(provider)).toEqual([]);
});

test('what a provider has under way takes no slot from another', async () => {
  const [busy, idle] = [aUuid(), aUuid()];
  for (let round = 0; round < 3; round += 1) await takeMany(busy, 5);
  expect(await it.store.slots.take(wanted(idle), LIMIT)).toMatchObject({ settingsUuid: idle });
});

test('the slot of one that died runs out by itself', async () => {
  const provider = aUuid();
  for (let round = 0; round < 3; round += 1) await takeMany(provider, 5);
  it.clock.advance(66);
  expect(await it.store.slots.listTaken(provider)).toEqual([]);
  expect(await it.store.slots.take(wanted(provider), LIMIT)).toMatchObject({ settingsUuid: provider });
});
