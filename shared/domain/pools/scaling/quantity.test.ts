import { expect, test } from 'vitest';
import { aPool } from '#test/builders/pool-builders';
import {
  afterObservation,
  chosenProblem,
  orderedQuantity,
  quantityOwner,
  quantityProblem,
  renderedQuantity,
  withQuantity,
} from './quantity.ts';

const pool = (fields: Parameters<typeof aPool>[0] = {}) => ({ spec: aPool(fields), configVersion: 1 });
const seen = (number: number) => ({ desired: number, replicas: number });
const scaled = pool({ autoscaling: { min: 2, max: 5 } });

test('a pool without bounds has the number that a person has set (T22)', () => {
  const changed = withQuantity({ ...pool(), isQuantityDue: true }, 4);
  expect(changed).toEqual({ ...pool({ quantity: 4 }) });
  expect([renderedQuantity(changed), quantityOwner(changed)]).toEqual([4, 'user']);
  expect(afterObservation(changed, seen(9))).toEqual(changed);
  expect(orderedQuantity(changed.spec)).toEqual({});
});

test('the number of a pool with bounds belongs to the autoscaler (T27)', () => {
  expect([renderedQuantity(scaled), quantityOwner(scaled)]).toEqual([undefined, 'autoscaler']);
});

test('a person’s number within the bounds counts until Rancher has reached it (T27)', () => {
  const changed = withQuantity(scaled, 4);
  expect([renderedQuantity(changed), quantityOwner(changed)]).toEqual([4, 'user']);
  for (const early of [undefined, seen(3)]) expect(renderedQuantity(afterObservation(changed, early))).toBe(4);
  const reached = afterObservation(changed, seen(4));
  expect([renderedQuantity(reached), quantityOwner(reached), reached.spec.quantity]).toEqual([
    undefined,
    'autoscaler',
    4,
  ]);
  // From now on, the number that the autoscaler chooses is recorded. If the bounds are removed, the pool keeps this
  // number.
  const moved = afterObservation(reached, { desired: 5, replicas: 4 });
  expect([renderedQuantity(moved), moved.spec.quantity]).toEqual([undefined, 5]);
  const { autoscaling, ...spec } = moved.spec;
  expect(renderedQuantity({ ...moved, spec })).toBe(5);
});

test('the ordered number of a pool with bounds counts until Rancher has reached it (T27)', () => {
  expect(renderedQuantity({ ...scaled, ...orderedQuantity(scaled.spec) })).toBe(scaled.spec.quantity);
});

test.each([
  [1, 'The autoscaler keeps the pool at 2 to 5 machines. Choose a number in this range, or change the range.'],
  [2, undefined],
  [5, undefined],
  [6, 'The autoscaler keeps the pool at 2 to 5 machines. Choose a number in this range, or change the range.'],
])('%i machines of a pool with 2 to 5: %s (T27)', (quantity, problem) => {
  expect(quantityProblem(scaled.spec, quantity)).toBe(problem);
});

const own = ['m-1', 'm-2', 'm-3'].map((name) => ({ name, isBeingDeleted: name === 'm-3' }));
test.each([
  ['of the pool', ['m-1'], [], undefined],
  ['that the pool never had', ['m-9'], ['m-3'], 'The pool has no machine m-9.'],
  ['that is being deleted', ['m-3'], [], 'The pool has no machine m-3.'],
  ['that an interrupted change has chosen, and that is being deleted', ['m-3'], ['m-3'], undefined],
  ['that an interrupted change has chosen, and that is gone', ['m-9'], ['m-9'], undefined],
  [
    'beside those that leave',
    ['m-1', 'm-2', 'm-9'],
    ['m-9'],
    'This change removes 1 of the 2 machines of the pool, so name at most 1 machines.',
  ],
])('a machine %s is chosen to leave (T29)', (_which, machines, interruptedChoice, problem) => {
  expect(chosenProblem({ quantity: 1, machines }, own, interruptedChoice)).toBe(problem);
});
