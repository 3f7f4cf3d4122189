import { expect, test } from 'vitest';
import { dayAt, mailboxOf } from './mail-limits.ts';

test.each([
  ['ada@example.org', 'ada@example.org'],
  ['Ada@Example.ORG', 'ada@example.org'],
  ['ada+one@example.org', 'ada@example.org'],
  ['ada+one+two@example.org', 'ada@example.org'],
  ['grace@example.org', 'grace@example.org'],
])('%s is read in the mailbox %s', (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox);
});

test('a day is one of UTC', () => {
  const { start, end } = dayAt(new Date('2026-03-01T23:59:59.999Z'));
  expect([start, end].map((seconds) => new Date(seconds * 1000).toISOString())).toEqual([
    '2026-03-01T00:00:00.000Z',
    '2026-03-02T00:00:00.000Z',
  ]);
});
