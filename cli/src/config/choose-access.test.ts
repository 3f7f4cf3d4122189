import { expect, test } from 'vitest';
import { chooseAccess } from './choose-access.ts';

const CONTEXTS = {
  lab: { url: 'http://lab', token: 'of lab', username: 'olga' },
  work: { url: 'https://work', token: 'of work', username: 'olga' },
};
const CONFIG = { current: 'lab', contexts: CONTEXTS };

test.each([
  ['the current context', {}, { url: 'http://lab', token: 'of lab' }],
  [
    'the named context',
    { context: 'work', url: 'https://other', token: 'x' },
    { url: 'https://work', token: 'of work' },
  ],
  ['address and token of the environment', { url: 'https://x', token: 'of x' }, { url: 'https://x', token: 'of x' }],
  ['the stored token of that address', { url: 'https://work/' }, { url: 'https://work/', token: 'of work' }],
  ['no stored token for another address', { url: 'https://other' }, { url: 'https://other', token: undefined }],
  ['a token of the environment at the current address', { token: 'x' }, { url: 'http://lab', token: 'x' }],
])('%s', (_, given, expected) => {
  expect(chooseAccess(CONFIG, given)).toMatchObject(expected);
});

test('somebody who is not signed in is sent to sign in', () => {
  expect(() => chooseAccess({ contexts: {} }, {})).toThrow(expect.objectContaining({ code: 4 }));
  expect(() => chooseAccess({ current: 'gone', contexts: CONTEXTS }, {})).toThrow('You are not signed in.');
});

test('an unknown context is an error with the known ones', () => {
  expect(() => chooseAccess(CONFIG, { context: 'x' })).toThrow(
    expect.objectContaining({ nextStep: 'Contexts: lab, work.' }),
  );
});
