import { expect, test } from 'vitest';
import { returnAddress } from './sign-in.ts';

const rules = {
  origin: 'https://api.example.org',
  allowed: ['https://console.example.org/app', 'http://localhost:5173'],
};

test.each([
  [undefined, 'https://api.example.org/api/users/me/'],
  ['', 'https://api.example.org/api/users/me/'],
  ['/console/?tab=1#top', 'https://api.example.org/console/?tab=1#top'],
  ['https://api.example.org/x', 'https://api.example.org/x'],
  ['https://console.example.org/app', 'https://console.example.org/app'],
  ['https://console.example.org/app/clusters', 'https://console.example.org/app/clusters'],
  ['http://localhost:5173/anything', 'http://localhost:5173/anything'],
])('a browser may return to %s', (wanted, address) => {
  expect(returnAddress(wanted, rules)).toBe(address);
});

test.each([
  'https://evil.example/',
  '//evil.example/',
  '\\\\evil.example\\',
  '/\\evil.example',
  '/\t/evil.example',
  'https://api.example.org@evil.example/',
  'https://user:secret@api.example.org/',
  'http://api.example.org/',
  'https://api.example.org.evil.example/',
  'https://console.example.org/apple',
  'https://console.example.org/app/../../',
  'https://console.example.org/',
  'javascript:alert(1)',
  'data:text/html,x',
  `/${'x'.repeat(2000)}`,
])('and not to %s', (wanted) => {
  expect(returnAddress(wanted, rules)).toBeUndefined();
});
