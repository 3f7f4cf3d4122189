import { expect, test } from 'vitest';
import { decisionsFor } from './decisions.ts';

test.each([
  ['pending-consumer', ['approve', 'reject']],
  ['pending-provider', ['approve', 'reject']],
  ['erred', ['retry']],
  ['executing', []],
  ['done', []],
])('an order that is %s can get %j', (state, decisions) => {
  expect(decisionsFor(state)).toEqual(decisions);
});
