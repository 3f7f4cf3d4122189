import { expect, test } from 'vitest';
import { chooseAccess } from './choose-access.ts';

const CONTEXTS = {
  lab: { url: 'http://lab', token: 'of lab', username: 'olga', insecure_http: true },
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
  ['the stored token of that address', { url: 'https://work/' }, { url: 'https://work', token: 'of work' }],
  ['no stored token for another address', { url: 'https://other' }, { url: 'https://other', token: undefined }],
  ['a token of the environment at the current address', { token: 'x' }, { url: 'http://lab', token: 'x' }],
])('%s', (_, given, expected) => {
  expect(chooseAccess(CONFIG, given)).toMatchObject(expected);
});

test.each([
  ['the environment', { contexts: {} }, { url: 'http://paddock.example', token: 'x' }],
  ['the environment without a token', { contexts: {} }, { url: 'http://paddock.example' }],
  ['the environment, beside a context that may', CONFIG, { url: 'http://lab.example', token: 'x' }],
  ['the current context', { current: 'old', contexts: { old: { ...CONTEXTS.work, url: 'http://old' } } }, {}],
  ['a named context', { contexts: { old: { ...CONTEXTS.work, url: 'http://old' } } }, { context: 'old' }],
])('no token is sent unencrypted to an address of %s', (_, config, given) => {
  const nextStep = 'Use https, or run `paddock login <url> --insecure-http` if you trust the network.';
  expect(() => chooseAccess(config, given)).toThrow(expect.objectContaining({ code: 2, nextStep }));
});

test('the environment may name the address of a context whose user accepts http', () => {
  expect(chooseAccess(CONFIG, { url: 'http://lab', token: 'x' })).toMatchObject({ url: 'http://lab', token: 'x' });
});

test('an address of the environment that is none is an error', () => {
  expect(() => chooseAccess(CONFIG, { url: 'lab' })).toThrow('lab is not an address of Paddock.');
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
