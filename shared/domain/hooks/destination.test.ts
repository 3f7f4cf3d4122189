import { expect, test } from 'vitest';
import { parseDestination } from './destination.ts';

const rules = { hookNetworks: [], hooksOverHttp: false };

test.each(['https://hook.example.org/in?a=1', 'https://8.8.8.8/', 'https://[2606:4700::1111]:8443/x'])(
  '%s is allowed',
  (it) => {
    expect(parseDestination(it, rules).href).toBe(it);
  },
);

test.each([
  ...['http://hook.example.org/', 'ftp://hook.example.org/', 'file:///etc/passwd', 'https://ada:pw@hook.example.org/'],
  ...['https://127.0.0.1/', 'https://127.1/', 'https://2130706433/', 'https://0x7f.0.0.1/', 'https://0177.0.0.1/'],
  ...['https://[::1]/', 'https://[::ffff:127.0.0.1]/', 'https://169.254.169.254/', 'https://10.0.0.1/', 'https://0/'],
])('%s is refused', (it) => {
  expect(() => parseDestination(it, rules)).toThrow(expect.objectContaining({ name: 'Invalid' }));
});

test('an installation may allow networks and http', () => {
  const open = { hookNetworks: ['10.0.0.0/8'], hooksOverHttp: true };
  expect(parseDestination('http://10.1.2.3/', open).hostname).toBe('10.1.2.3');
  expect(() => parseDestination('http://169.254.169.254/', open)).toThrow();
});
