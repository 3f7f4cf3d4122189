import { expect, inject, test } from 'vitest';
import { nameOf } from './matrix.ts';
import { repeatWith } from './report/report.ts';
import { resultsByCase } from './report/results-by-case.ts';
import { sentenceOf } from './report/sentence.ts';
import { runMatrix } from './run-matrix.ts';
import type { CaseResult } from './scenarios/scenario.ts';

const PARALLEL = 4;
const { cases, recording } = inject('faultSample');
/** Cases share rounds, and rounds run in parallel. Each test waits for the result of its own case. */
const resultOf = resultsByCase<CaseResult>(cases.map(nameOf), (running) =>
  runMatrix(cases, recording, { endpoints: inject('faultCloud'), parallel: PARALLEL, ...running }),
);

test.for(cases.map((one) => ({ sentence: sentenceOf(one), name: nameOf(one) })))(
  '$sentence',
  async ({ name }, { skip }) => {
    const result = await resultOf(name);
    skip(result?.verdict === 'not-struck', 'the request was not made');
    expect(result?.problems, `repeat with: ${repeatWith(name)}`).toEqual([]);
  },
);
