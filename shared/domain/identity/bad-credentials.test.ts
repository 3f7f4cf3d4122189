import { expect, test } from 'vitest';
import { suspectsOf, windowAt } from './bad-credentials.ts';

const keysOf = (sourceIp: string) => suspectsOf({ sourceIp }).map(({ key }) => key);

test('addresses of one IPv6 /64 are one source, and each IPv4 address is its own', () => {
  expect(keysOf('2001:db8:1:2:3:4:5:6')).toEqual(keysOf('2001:db8:1:2::1'));
  expect(keysOf('2001:db8:1:3::1')).not.toEqual(keysOf('2001:db8:1:2::1'));
  expect(keysOf('192.0.2.1')).not.toEqual(keysOf('192.0.2.2'));
  expect(keysOf('::ffff:192.0.2.1')).toEqual(keysOf('192.0.2.1'));
});

test('without an address or a user nothing is counted', () => {
  expect(suspectsOf({})).toEqual([]);
  expect(suspectsOf({ sourceIp: 'unix', userUuid: 'a'.repeat(32) }).map(({ key }) => key)).toEqual([
    'source/unix',
    `user/${'a'.repeat(32)}`,
  ]);
});

test('a window is a quarter of an hour', () => {
  expect(windowAt(new Date('2026-03-01T12:14:59Z'))).toEqual(windowAt(new Date('2026-03-01T12:00:00Z')));
  const { start, end } = windowAt(new Date('2026-03-01T12:15:00Z'));
  expect([new Date(start * 1000).toISOString(), end - start]).toEqual(['2026-03-01T12:15:00.000Z', 900]);
});
