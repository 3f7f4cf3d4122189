import { expect, test } from 'vitest';
import { isSameOrigin } from './same-origin.ts';

test.each([
  ['https://rancher.example.org', 'https://RANCHER.example.org:443/v3'],
  ['registry.example.org', 'https://registry.example.org/'],
  ['http://[2001:db8::1]:8200', 'http://[2001:DB8:0::1]:8200/path'],
  ['ssh://git@git.example.org/charts', 'ssh://git.example.org/others'],
  ['git@git.example.org:charts.git', 'other@GIT.example.org:more.git'],
  ['not an address', 'not an address'],
])('%s and %s lead to one server', (one, other) => {
  expect(isSameOrigin(one, other)).toBe(true);
});

test.each([
  ['https://rancher.example.org', 'http://rancher.example.org'],
  ['https://rancher.example.org', 'https://rancher.example.org:8443'],
  ['https://rancher.example.org', 'https://rancher.example.org.attacker.example'],
  ['https://rancher.example.org', 'https://rancher.example.org@attacker.example'],
  ['registry.example.org:5000', 'registry.example.org:5001'],
  ['git@git.example.org:charts.git', 'git@attacker.example:charts.git'],
  // Node reads the first host of the second address, but Git and curl read the second.
  ['https://rancher.example.org', 'https://rancher.example.org\\@attacker.example/'],
  ['https://rancher.example.org', 'https://rancher.example.org\\.attacker.example/'],
  ['not an address', 'no address either'],
])('%s and %s lead to different servers', (one, other) => {
  expect(isSameOrigin(one, other)).toBe(false);
});
