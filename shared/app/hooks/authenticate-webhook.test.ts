import { expect, test } from 'vitest';
import { instantInWindow, signatureOf } from './authenticate-webhook.ts';

const NOW = new Date('2026-03-01T12:00:00.900Z');
const SECONDS = Date.parse('2026-03-01T12:00:00Z') / 1000;

test('a signature is what openssl makes of timestamp, dot and body', () => {
  // printf '%s' '1772366400.{"cluster":"prod"}' | openssl dgst -sha256 -hmac 0123456789abcdef0123456789abcdef
  const made = signatureOf('0123456789abcdef0123456789abcdef', '1772366400', Buffer.from('{"cluster":"prod"}'));
  expect(made).toBe('f76852a076716ed24fd83454c09373b41ec4b516dc7ffdd2f3c10dd03ce8a8d0');
});

test('bytes that are no text are signed as they are', () => {
  const bytes = [Buffer.from([0xff, 0xfe]), Buffer.from([0xff, 0xfd])];
  const [one, other] = bytes.map((body) => signatureOf('s', '1', body));
  expect(one).not.toBe(other);
});

test.each([
  [SECONDS - 299, true],
  [SECONDS - 300, false],
  [SECONDS + 300, true],
  [SECONDS + 301, false],
  [SECONDS * 1000, false],
])('the window is five minutes either way: %s', (seconds, isIn) => {
  expect(instantInWindow(`${seconds}`, NOW)).toEqual(isIn ? new Date(seconds * 1000) : undefined);
});

test.each(['', 'now', '-1772366400', '1772366400.5', '1e9', ' 1772366400', '0x69a42b40', '9'.repeat(400)])(
  'what is no number of seconds is outside the window: %s',
  (timestamp) => expect(instantInWindow(timestamp, NOW)).toBeUndefined(),
);
