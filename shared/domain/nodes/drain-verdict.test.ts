import { describe, expect, test } from 'vitest';
import { type DrainVerdict, drainProblem, drainVerdict } from './drain-verdict.ts';

const saying = (status: string, fields: { transitioning?: boolean; error?: boolean } = {}) => ({
  ...{ status, transitioning: false, error: false },
  ...fields,
});

describe('the state of a drain', () => {
  test.each([
    ['is done', saying('True'), 'ok'],
    ['is done, whatever else is reported', saying('True', { transitioning: true }), 'ok'],
    ['goes on', saying('False', { transitioning: true }), 'pending'],
    ['goes on after a failed attempt', saying('False', { transitioning: true, error: true }), 'pending'],
    ['has failed', saying('False', { error: true }), 'error'],
    ['is not shown', undefined, 'unknown'],
    ['is shown without a word', saying('Unknown'), 'unknown'],
  ] as const)('%s (S0-416, R-9b-W8)', (_what, condition, verdict) => {
    expect(drainVerdict(condition)).toBe(verdict);
  });
});

describe('waiting for a node', () => {
  test.each<[DrainVerdict, number, string | undefined]>([
    ['ok', 0, undefined],
    ['ok', 90_000, undefined],
    ['pending', 59_999, undefined],
    ['pending', 60_000, 'Node drain timeout.'],
    ['unknown', 55_000, undefined],
    ['unknown', 60_000, 'Node drain timeout.'],
    ['error', 0, 'Node drain failed.'],
    ['error', 60_000, 'Node drain failed.'],
  ])('that is %s after %i ms: %s (S0-413, R-9b-W8)', (verdict, waitedMs, problem) => {
    expect(drainProblem(verdict, waitedMs)).toBe(problem);
  });
});
