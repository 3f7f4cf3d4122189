import { expect, test } from 'vitest';
import { DIRECT, proxyFor } from './outbound-proxy.ts';

const proxyUrl = 'http://proxy.example.org:3128';

test.each([
  ['https://cloud.example.org:5000/v3', [], true],
  ['https://vault.internal:8200', ['vault.internal'], false],
  ['https://VAULT.internal.:8200', ['Vault.Internal'], false],
  ['https://other.vault.internal', ['vault.internal'], true],
  ['https://a.b.internal', ['.internal'], false],
  ['https://internal', ['.internal'], false],
  ['https://notinternal', ['.internal'], true],
  ['https://10.1.2.3:9696', ['10.0.0.0/8'], false],
  ['https://11.1.2.3:9696', ['10.0.0.0/8'], true],
  ['https://10.1.2.3', ['10.1.2.3'], false],
  ['https://[fd00::1]:443', ['fd00::/8'], false],
  ['https://[fd00::1]:443', ['10.0.0.0/8'], true],
  ['http://127.0.0.1:9000', [], false],
  ['http://localhost:9000', [], false],
  ['http://[::1]:9000', [], false],
  ['smtp://mail.example.org:587', ['mail.example.org'], false],
])('%s with noProxy %j uses the proxy: %s', (address, noProxy, isProxied) => {
  expect(proxyFor(address, { proxyUrl, noProxy })).toBe(isProxied ? proxyUrl : undefined);
});

test('without a proxy every host is reached directly', () => {
  expect(proxyFor('https://cloud.example.org', DIRECT)).toBeUndefined();
});
