import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { nameOf } from './matrix.ts';
import { repeatWith } from './report.ts';
import { runMatrix } from './run-matrix.ts';
import type { CaseResult } from './run-round.ts';
import { sentenceOf } from './sentence.ts';

const PARALLEL = 4;
const { cases, recording } = inject('faultSample');
/** Cases share rounds, and rounds run at the same time: a test waits for the result of its own. */
const results = new Map(cases.map((one) => [nameOf(one), Promise.withResolvers<CaseResult>()]));
const over = new AbortController();
let running: Promise<void>;

beforeAll(() => {
  running = runMatrix(cases, recording, {
    ...{ endpoints: inject('faultCloud'), parallel: PARALLEL, signal: over.signal },
    done: (result) => results.get(result.name)?.resolve(result),
  });
  running.catch((error: unknown) => {
    for (const { promise, reject } of results.values()) {
      promise.catch(() => {}); // those whose test does not run any more
      reject(error);
    }
  });
});
afterAll(async () => {
  over.abort();
  await running;
});

test.for(cases.map((one) => ({ sentence: sentenceOf(one), name: nameOf(one) })))(
  '$sentence',
  async ({ name }, { skip }) => {
    const result = await results.get(name)?.promise;
    skip(result?.verdict === 'not-struck', 'the request was not made');
    expect(result?.problems, `repeat with: ${repeatWith(name)}`).toEqual([]);
  },
);
