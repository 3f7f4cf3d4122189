import { describe, expect, test } from 'vitest';
import { aUuid } from '#test/builders';
import { type HealingTry, triedAgain, triesThatCount, tryOf } from './healing-record.ts';

const NOW = '2026-03-01T12:00:00.000Z';
const MIN_HEALTHY_SECONDS = 7200;
const ago = (seconds: number): string => new Date(Date.parse(NOW) - seconds * 1000).toISOString();
const aTry = (fields: Partial<HealingTry> = {}): HealingTry => ({
  ...{ nodeUuid: aUuid(), attempts: 1, at: ago(60), madeUuid: aUuid() },
  ...fields,
});
const recordOf = (...tries: HealingTry[]) => ({ tries, held: 'No.' });
const again = (
  tries: HealingTry[],
  { uuid, since = ago(10), madeUuid }: { uuid: string; since?: string; madeUuid?: string },
) =>
  triedAgain(
    recordOf(...tries),
    { nodeUuid: uuid, since, at: NOW, ...(madeUuid !== undefined && { madeUuid }) },
    { lost: new Set([uuid]), minHealthySeconds: MIN_HEALTHY_SECONDS },
  );

describe('another attempt', () => {
  test('is counted by node, and what was made last is known', () => {
    const [uuid, madeUuid, other] = [aUuid(), aUuid(), aTry()];
    const record = again([aTry({ nodeUuid: uuid, attempts: 1 }), other], { uuid, madeUuid });
    expect(record).toEqual({ tries: [other, { nodeUuid: uuid, attempts: 2, at: NOW, madeUuid }], held: '' });
    expect(again(record.tries, { uuid }).tries).toContainEqual({ nodeUuid: uuid, attempts: 3, at: NOW, madeUuid });
  });

  test('for what was itself made by one, and did not last, is counted with those before', () => {
    const [uuid, madeUuid] = [aUuid(), aUuid()];
    const before = aTry({ attempts: 2, at: ago(7000), madeUuid: uuid });
    expect(again([before], { uuid, madeUuid }).tries).toContainEqual({
      nodeUuid: uuid,
      attempts: 3,
      at: NOW,
      madeUuid,
    });
    expect(again([before], { uuid }).tries).toContainEqual({ nodeUuid: uuid, attempts: 3, at: NOW });
  });

  test('keeps no more tries than there is room for, the newest', () => {
    const many = Array.from({ length: 120 }, () => aTry());
    const { tries } = again(many, { uuid: aUuid() });
    expect(tries).toHaveLength(100);
    expect(tries.slice(0, -1)).toEqual(many.slice(-99));
  });
});

describe('what was tried for a node', () => {
  test.each([
    ['as long as that has not been all right for long', 7199, 1],
    ['no longer than that', 7200, undefined],
  ])('is what was tried for that in whose place it was made, %s', (_, seconds, attempts) => {
    const madeUuid = aUuid();
    const record = recordOf(aTry(), aTry({ at: ago(seconds), madeUuid }));
    expect(tryOf(record, { nodeUuid: madeUuid, since: NOW }, MIN_HEALTHY_SECONDS)?.attempts).toBe(attempts);
  });

  test('is its own, where there is one, however long ago', () => {
    const nodeUuid = aUuid();
    const own = aTry({ nodeUuid, attempts: 2, at: ago(100_000) });
    const record = recordOf(aTry({ madeUuid: nodeUuid }), own);
    expect(tryOf(record, { nodeUuid, since: NOW }, MIN_HEALTHY_SECONDS)).toBe(own);
  });

  test('is forgotten once it, and what was made for it, have been all right for long', () => {
    const young = aTry({ at: ago(7199) });
    const old = aTry({ at: ago(7200) });
    const counting = (...lost: string[]) => triesThatCount([young, old], new Set(lost), NOW, MIN_HEALTHY_SECONDS);
    expect(counting()).toEqual([young]);
    expect(counting(old.nodeUuid)).toEqual([young, old]);
    expect(counting(old.madeUuid ?? '')).toEqual([young, old]);
  });
});
