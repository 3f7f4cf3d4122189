import { expect, test } from 'vitest';
import { z } from 'zod';
import { chartQuestion, isSecretAnswer } from './chart-question.ts';
import { answerProblems } from './check-answers.ts';

const questionsOf = (...given: object[]) => z.array(chartQuestion).parse(given);

const HOST = { variable: 'host', type: 'hostname', required: true };
const SIZE = { variable: 'size', type: 'enum', options: ['small', 'large'], default: 'small' };
const COUNT = { variable: 'count', type: 'int', min: 1, max: 5 };
const DATABASE = {
  ...{ variable: 'db.on', type: 'boolean', default: false, show_subquestion_if: true },
  subquestions: [{ variable: 'db.password', type: 'password', required: true, min_length: 8 }],
};

test.each([
  ['a required one is missing', [HOST], {}, { host: ['This field is required.'] }],
  ['a required one is empty', [HOST], { host: '' }, { host: ['This field is required.'] }],
  ['a required one has a default', [{ ...HOST, default: 'a.example.org' }], {}, {}],
  ['a host name is none', [HOST], { host: 'a b' }, { host: ['Enter a valid host name.'] }],
  ['an option is not offered', [SIZE], { size: 'huge' }, { size: ['Must be one of: small, large.'] }],
  ['an integer is none', [COUNT], { count: '1.5' }, { count: ['A valid integer is required.'] }],
  ['it is too small', [COUNT], { count: 0 }, { count: ['Ensure this value is greater than or equal to 1.'] }],
  ['it is too large', [COUNT], { count: '6' }, { count: ['Ensure this value is less than or equal to 5.'] }],
  ['a boolean is none', [DATABASE], { 'db.on': 'yes' }, { 'db.on': ['Must be true or false.'] }],
  ['a subquestion is closed', [DATABASE], {}, {}],
  ['a subquestion is open', [DATABASE], { 'db.on': true }, { 'db.password': ['This field is required.'] }],
  [
    'a text is too short',
    [DATABASE],
    { 'db.on': 'true', 'db.password': 'short' },
    { 'db.password': ['Ensure this value has at least 8 characters.'] },
  ],
  [
    'a character is not valid',
    [{ variable: 'code', valid_chars: 'a-z0-9' }],
    { code: 'ab_c' },
    { code: ['The character "_" is not allowed.'] },
  ],
  ['a question is hidden', [SIZE, { ...HOST, show_if: 'size=large' }], {}, {}],
  [
    'a hidden question is shown',
    [SIZE, { ...HOST, show_if: 'size=large&&other!=b' }],
    { size: 'large' },
    { host: ['This field is required.'] },
  ],
  ['no question asks for it', [SIZE], { 'image.tag': 'x' }, {}],
])('answers of a chart are checked when %s (S0-073, S0-217)', (_when, questions, answers, problems) => {
  expect(answerProblems(questionsOf(...questions), answers)).toEqual(problems);
});

test('a secret that the installation has already is not asked for again (S0-061)', () => {
  expect(answerProblems(questionsOf(DATABASE), { 'db.on': true }, ['db.password'])).toEqual({});
});

test.each([
  ['db.password', true],
  ['db.on', false],
  ['smtp.apiKey', true],
  ['auth.existingSecret', true],
  ['image.tag', false],
])('the answer %s is a secret: %s (S0-061)', (variable, expected) => {
  expect(isSecretAnswer(questionsOf(DATABASE), variable)).toBe(expected);
});
