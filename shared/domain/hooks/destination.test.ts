import { expect, test } from 'vitest';
import { isPermittedAddress, parseDestination } from './destination.ts';

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

test.each(['93.184.216.34', '8.8.8.8', '2606:2800:220:1:248:1893:25c8:1946', '::ffff:8.8.8.8'])(
  '%s is public',
  (it) => {
    expect(isPermittedAddress(it)).toBe(true);
  },
);

const OWN = ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1'];
const PRIVATE = ['10.0.0.1', '172.16.0.1', '192.168.1.1', '100.64.0.1', 'fd12:3456::1', '::ffff:10.0.0.1'];
const METADATA = [
  ...['169.254.169.254', '::ffff:169.254.169.254', 'fe80::1', 'fe80::1%eth0', 'fd00:ec2::254', '100.100.100.200'],
  ...['192.0.0.192', '168.63.129.16'],
];
const ODD = ['0.0.0.0', '::', '224.0.0.1', 'ff02::1', '255.255.255.255', '240.0.0.1', '198.18.0.1', '192.0.2.1'];
const CARRYING = [
  ...['2002:7f00:1::', '2002:a9fe:a9fe::', '64:ff9b::a9fe:a9fe', '64:ff9b::7f00:1', '2001:0:4136:e378::1'],
  ...['::7f00:1', '::a9fe:a9fe', '::808:808', '::ffff:0:7f00:1', '64:ff9b:1::7f00:1'],
];

test.each([...OWN, ...PRIVATE, ...METADATA, ...ODD, ...CARRYING])('%s is not public', (it) => {
  expect(isPermittedAddress(it)).toBe(false);
});

test.each(['', 'localhost', 'example.org', '1.2.3.4/8', '0x7f.1.1.1.1'])('%j is no address at all', (it) => {
  expect(isPermittedAddress(it)).toBe(false);
});

test('a private cloud names its own networks, and no others are allowed by that', () => {
  const networks = ['10.1.0.0/16', 'fd12::/16'];
  const permitted = ['10.1.2.3', '::ffff:10.1.2.3', 'fd12::9'].map((it) => isPermittedAddress(it, networks));
  expect(permitted).toEqual([true, true, true]);
  const others = ['10.2.0.1', '192.168.1.1', '127.0.0.1', 'fd13::1'].map((it) => isPermittedAddress(it, networks));
  expect(others).toEqual([false, false, false, false]);
});

/**
 * IPv6 addresses that are not assigned for public use. Most are outside 2000::/3, the range of global unicast addresses
 * (RFC 4291, 2.4). `2001:db8::1` and `3fff::1` are inside this range, but reserved.
 */
const OF_NOBODY = ['::2', '4000::1', '8000::1', 'e000::1', '2001:db8::1', '3fff::1', '5f00::1', '100::1', 'fec0::1'];
test.each(OF_NOBODY)('%s is not assigned', (it) => expect(isPermittedAddress(it)).toBe(false));

test.each([...METADATA, ...CARRYING])('%s is never allowed, whatever is configured', (it) => {
  expect(isPermittedAddress(it, ['0.0.0.0/0', '::/0'])).toBe(false);
});
