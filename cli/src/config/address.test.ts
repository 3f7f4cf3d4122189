import { expect, test } from 'vitest';
import { addressOf } from './address.ts';

const howToAllow = 'add --insecure-http';

test.each([
  ['https://paddock.example', 'https://paddock.example'],
  ['https://paddock.example/below/?x=1', 'https://paddock.example/below'],
  ['http://localhost:8080', 'http://localhost:8080'],
  ['http://paddock.localhost', 'http://paddock.localhost'],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ['http://127.1', 'http://127.0.0.1'],
  ['http://[::1]:8080', 'http://[::1]:8080'],
])('%s is an address', (given, expected) => {
  expect(addressOf(given, { howToAllow })).toBe(expected);
});

test.each(['http://paddock.example', 'http://10.0.0.1', 'http://127.0.0.1.example', 'http://localhost.example'])(
  'a token is not sent to %s unless somebody wants it so',
  (given) => {
    const nextStep = 'Use https, or add --insecure-http if you trust the network.';
    expect(() => addressOf(given, { howToAllow })).toThrow(expect.objectContaining({ code: 2, nextStep }));
    expect(addressOf(given, { insecureHttp: true, howToAllow })).toBe(given);
  },
);

test.each([undefined, 'paddock.example', 'ftp://paddock.example', 'https://'])('%s is no address', (given) => {
  expect(() => addressOf(given, { insecureHttp: true, howToAllow })).toThrow(expect.objectContaining({ code: 2 }));
});
