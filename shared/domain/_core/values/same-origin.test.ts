import { expect, test } from 'vitest';
import { isSameOrigin } from './same-origin.ts';

test.each([
  ['https://charts.example.org/', 'https://charts.example.org/stable'],
  ['https://charts.example.org', 'https://CHARTS.example.org:443/?a=b'],
  ['https://charts.example.org', 'https://someone@charts.example.org/'],
  ['git@example.org:a.git', 'git@example.org:b.git'],
  ['not an address', 'not an address'],
])('%s and %s have the same origin', (before, after) => {
  expect(isSameOrigin(before, after)).toBe(true);
});

test.each([
  ['https://charts.example.org/', 'https://evil.example.org/'],
  ['https://charts.example.org/', 'http://charts.example.org/'],
  ['https://charts.example.org/', 'https://charts.example.org:8443/'],
  ['https://charts.example.org/', 'https://charts.example.org@evil.example.org/'],
  ['https://charts.example.org/', 'https://charts.example.org.evil.example/'],
  ['https://charts.example.org/', 'https://evil.example.org/https://charts.example.org/'],
  ['https://example.org/charts.git', 'git@example.org:charts.git'],
  ['ssh://git@example.org/charts.git', 'ssh://git@example.org:2222/charts.git'],
  ['git@example.org:charts.git', 'git@evil.example.org:charts.git'],
  ['oci://example.org/charts', 'oci://evil.example.org/charts'],
  ['not an address', 'not another address'],
  ['', 'https://charts.example.org/'],
])('%s and %s have different origins', (before, after) => {
  expect(isSameOrigin(before, after)).toBe(false);
});
