import type { Clock } from '#shared/ports/runtime';

export type TestClock = Clock & { advance(seconds: number): void };

/** A clock that stands still until the test moves it. */
export function testClock(start = '2026-03-01T12:00:00.000Z'): TestClock {
  let now = Date.parse(start);
  return {
    now: () => new Date(now),
    advance: (seconds) => {
      now += seconds * 1000;
    },
  };
}
