import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Difference } from './compare-answers.ts';
import { LEFT_OUT } from './left-out.ts';
import { isOwnRecording, readRecordings } from './recording.ts';
import { replayGroup } from './replay.ts';

/** Repeats every request of the recording of a real Rancher 2.15.0. The simulator must answer the same. */
const { played, judged } = readRecordings();
const isCompared = (id: number): boolean => !LEFT_OUT.has(id);
const found = new Map<number, readonly Difference[]>();
const isAlike = (id: number): boolean => found.get(id)?.length === 0;

describe.each([...Map.groupBy(judged, ({ group }) => group)])('recorded group %s', (group, exchanges) => {
  beforeAll(async () => {
    for (const { exchange, differences } of await replayGroup(group, played)) found.set(exchange.id, differences);
  }, 180_000);

  const cases = exchanges.map(({ id, method, path, query, as, line, note }) => {
    const about = [`as ${as}`, line, note].filter(Boolean).join('; ');
    return { id, title: `${method} ${path}${query && `?${query}`} (${about})` };
  });

  test.each(cases.filter(({ id }) => isCompared(id)))('$id is answered as recorded: $title', ({ id }) => {
    expect(found.get(id)).toEqual([]);
  });

  const leftOut = cases.filter(({ id }) => isOwnRecording && LEFT_OUT.has(id));
  test('what is left out differs, or it would have to be compared', () => {
    expect(leftOut.filter(({ id }) => isAlike(id))).toEqual([]);
  });
});

test('nothing is left out that was never recorded', () => {
  const recorded = new Set(played.map(({ id }) => id));
  expect([...LEFT_OUT.keys()].filter((id) => !recorded.has(id))).toEqual([]);
});

afterAll(() => {
  const ids = judged.map(({ id }) => id);
  const count = (of: (id: number) => boolean): number => ids.filter(of).length;
  process.stdout.write(
    `${count(isAlike)} of ${ids.length} recorded answers alike, ${count((id) => LEFT_OUT.has(id))} left out.\n`,
  );
});
