import { expect, test } from 'vitest';
import { z } from 'zod';
import { splitAnswers, valuesOf, valuesWithout } from './answer-values.ts';
import { chartQuestion } from './chart-question.ts';

const questions = z.array(chartQuestion).parse([
  { variable: 'db.on', type: 'boolean' },
  { variable: 'count', type: 'int' },
  { variable: 'db.pin', type: 'secret' },
]);

test.each([
  ['dotted names', { 'a.b.c': 'x', 'a.d': 1 }, {}, { a: { b: { c: 'x' }, d: 1 } }],
  ['a dot that is kept', { 'a\\.b': 'x' }, {}, { 'a.b': 'x' }],
  [
    'texts as what the question wants',
    { 'db.on': 'true', count: '3', other: '3' },
    {},
    { db: { on: true }, count: 3, other: '3' },
  ],
  ['values that are there', { 'a.b': 2 }, { a: { b: 1, c: 1 } }, { a: { b: 2, c: 1 } }],
  ['null', { 'a.b': null }, { a: { b: 1 }, c: 1 }, { c: 1 }],
  ['a name of every object', { 'constructor.x': 1 }, {}, { constructor: { x: 1 } }],
])('answers become values: %s (S0-219)', (_what, answers, over, values) => {
  expect(valuesOf(questions, answers, over)).toEqual(values);
});

test('answers that are no longer given leave the values (S0-061)', () => {
  expect(valuesWithout({ a: { b: 1, c: 2 }, d: 3 }, ['a.b', 'd', 'nosuch.x'])).toEqual({ a: { c: 2 } });
});

test('secret answers are named, not shown (S0-061)', () => {
  expect(splitAnswers(questions, { count: 1, 'db.pin': '1234', password: 'x' })).toEqual({
    shown: { count: 1 },
    secrets: { 'db.pin': '1234', password: 'x' },
    secretNames: ['db.pin', 'password'],
  });
});

test('a secret answer of null is passed on, but is not named as given (S0-061)', () => {
  expect(splitAnswers(questions, { 'db.pin': null, password: 'x' })).toMatchObject({
    secrets: { 'db.pin': null, password: 'x' },
    secretNames: ['password'],
  });
});
