import { expect, test } from 'vitest';
import { aUuid } from '#test/builders/builders';
import { keptAnswer, type SharedLook, type Turn, turnOf } from './shared-look.ts';

const at = (second: number) => `2026-11-27T03:00:${String(second).padStart(2, '0')}.000Z`;
const polled = (second: number) => ({ parkedAt: at(second) });
const looked = (second: number, failure?: string): SharedLook => ({
  settingsUuid: aUuid(),
  lookedAt: at(second),
  ...(failure !== undefined && { failure }),
});
const IN_TIME = { waitedMs: 10_000, deadlineMs: 600_000 };

test.each<[string, Parameters<typeof turnOf>, Turn]>([
  ['at its first poll waits', [undefined, undefined, IN_TIME], 'waits'],
  ['at its first poll does not fail by an old failure', [undefined, looked(1, 'away'), IN_TIME], 'waits'],
  ['looks if nobody has looked yet', [polled(2), undefined, IN_TIME], 'looks'],
  ['looks again if it was the last to look', [polled(2), looked(2), IN_TIME], 'looks'],
  ['looks if the others have stopped looking', [polled(4), looked(2), IN_TIME], 'looks'],
  ['looks if the look before its last poll failed', [polled(4), looked(2, 'away'), IN_TIME], 'looks'],
  ['waits if another has looked since its last poll', [polled(2), looked(3), IN_TIME], 'waits'],
  ['looks if another could not answer it', [{ ...polled(2), looksItself: true }, looked(3), IN_TIME], 'looks'],
  ['fails if another has got no answer since its last poll', [polled(2), looked(3, 'away'), IN_TIME], 'fails'],
  ['waits for others at its deadline', [polled(2), looked(3), { waitedMs: 600_000, deadlineMs: 600_000 }], 'waits'],
  ['looks a minute after its deadline', [polled(2), looked(3), { waitedMs: 660_000, deadlineMs: 600_000 }], 'looks'],
])('an operation %s (S3-027)', (_, given, expected) => {
  expect(turnOf(...given)).toBe(expected);
});

const left = (waitedMs: number) => ({ answer: { ready: true }, limits: { waitedMs, deadlineMs: 600_000 } });

test.each([
  ['that was left since its last poll ends its wait', left(2000), { ready: true }],
  ['that was left for an earlier wait does not count', left(20_000), undefined],
  ['is missing at its first poll', undefined, undefined],
])('an answer %s (S3-027)', (_, previous, expected) => {
  expect(keptAnswer(previous, { waitedMs: 4000 })).toEqual(expected);
});
