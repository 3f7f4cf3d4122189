import { expect, test } from 'vitest';
import { renewalOf } from './cluster-access.ts';

const NOW = new Date('2026-03-01T00:00:00.000Z');

test('a token is replaced when a third of its life remains', () => {
  expect(renewalOf(NOW, '2026-03-31T00:00:00Z')).toBe('2026-03-21T00:00:00.000Z');
  expect(renewalOf(NOW, '2026-03-01T03:00:00Z')).toBe('2026-03-01T02:00:00.000Z');
});
test('a token without an end is not replaced', () => {
  expect(renewalOf(NOW, undefined)).toBeUndefined();
});
