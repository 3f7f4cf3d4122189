import { afterAll, expect, inject, test } from 'vitest';
import { STAGE } from '#test/faults/cloud-options';
import { resultsByCase } from '#test/faults/report/results-by-case';
import { startControlServer } from '#test/probe/control-server';
import { startCrashBed } from './crash-bed.ts';
import { casesOf } from './crash-case.ts';
import type { CaseResult } from './outcome.ts';
import { recordPositions } from './record-positions.ts';
import { nameOf, runCases } from './run-cases.ts';
import { oneOfEach } from './sample.ts';
import { scenarios } from './scenarios/index.ts';
import { sentenceOf } from './sentence.ts';

const PARALLEL = 3;
/** The same seed selects the same cases as long as the same functions are called. Another seed selects other cases. */
const SEED = 5;

// Starts before the tests are collected, so that each case can be a test.
const control = await startControlServer(inject('controlFile'));
const cloud = { endpoints: inject('faultCloud'), stage: STAGE, control };
const bed = await startCrashBed(cloud);
const { positions, shape } = await recordPositions(bed).finally(bed.stop);
const cases = oneOfEach([...scenarios, ...casesOf(positions)], SEED);

// This hook is registered first, so it runs last. All other hooks and all cases can still use the control server.
afterAll(() => control.stop());
/** Cases share clusters and run in parallel. Each test waits for the result of its case. */
const resultOf = resultsByCase<CaseResult>(cases.map(nameOf), (running) =>
  runCases(cases, { cloud, shape, parallel: PARALLEL, ...running }),
);

test.for(cases.map((one) => ({ sentence: sentenceOf(one), name: nameOf(one) })))(
  '$sentence',
  async ({ name }, { skip }) => {
    const result = await resultOf(name);
    skip(result?.verdict === 'not-struck', 'it was not called');
    expect(result?.problems, `repeat with: npm run test:crashes -- --only '${name}'`).toEqual([]);
  },
);
