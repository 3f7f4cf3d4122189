import { describe, expect, test } from 'vitest';
import { aUuid } from '#test/builders/builders';
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
  test('is counted by node, and remembers the last replacement', () => {
    const [uuid, madeUuid, other] = [aUuid(), aUuid(), aTry()];
    const record = again([aTry({ nodeUuid: uuid, attempts: 1 }), other], { uuid, madeUuid });
    expect(record).toEqual({ tries: [other, { nodeUuid: uuid, attempts: 2, at: NOW, madeUuid }], held: '' });
    expect(again(record.tries, { uuid }).tries).toContainEqual({ nodeUuid: uuid, attempts: 3, at: NOW, madeUuid });
  });

  test('counts the earlier attempts, if the lost node was itself a replacement', () => {
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

  test('keeps at most the newest attempts', () => {
    const many = Array.from({ length: 120 }, () => aTry());
    const { tries } = again(many, { uuid: aUuid() });
    expect(tries).toHaveLength(100);
    expect(tries.slice(0, -1)).toEqual(many.slice(-99));
  });
});

describe('the attempts for a node', () => {
  test.each([
    ['while the replacement has not been healthy for long', 7199, 1],
    ['no longer than that', 7200, undefined],
  ])('include those for the node that it replaced, %s', (_, seconds, attempts) => {
    const madeUuid = aUuid();
    const record = recordOf(aTry(), aTry({ at: ago(seconds), madeUuid }));
    expect(tryOf(record, { nodeUuid: madeUuid, since: NOW }, MIN_HEALTHY_SECONDS)?.attempts).toBe(attempts);
  });

  test('are its own, if there are any, however old', () => {
    const nodeUuid = aUuid();
    const own = aTry({ nodeUuid, attempts: 2, at: ago(100_000) });
    const record = recordOf(aTry({ madeUuid: nodeUuid }), own);
    expect(tryOf(record, { nodeUuid, since: NOW }, MIN_HEALTHY_SECONDS)).toBe(own);
  });

  test('are forgotten once the node and its replacement have been healthy for long', () => {
    const young = aTry({ at: ago(7199) });
    const old = aTry({ at: ago(7200) });
    const counting = (...lost: string[]) => triesThatCount([young, old], new Set(lost), NOW, MIN_HEALTHY_SECONDS);
    expect(counting()).toEqual([young]);
    expect(counting(old.nodeUuid)).toEqual([young, old]);
    expect(counting(old.madeUuid ?? '')).toEqual([young, old]);
  });
});
