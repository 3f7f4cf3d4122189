import { describe, expect, test } from 'vitest';
import { aSiteAgentOffering } from '#test/builders/offering-builders';
import { anAgentResource } from '#test/builders/site-agent-builders';
import { componentUsage, isReported } from './component-usage.ts';
import { amountText, firstReport, isFuture, withReport, withShares } from './reported-usage.ts';

const now = new Date('2026-03-10T12:00:00.000Z');
const [component] = aSiteAgentOffering().components.slice(1);
if (!component) throw new Error('the offering has no component');
const first = (amount = '12.50', period = '2026-03') =>
  firstReport(anAgentResource(), component, { amount, description: '' }, { period, now });

test.each([
  ['7', '7.00'],
  ['07.5', '7.50'],
  ['0.05', '0.05'],
  ['900719925474099301', '900719925474099301.00'],
])('an amount of %s is stored as %s', (given, kept) => {
  expect(amountText(given)).toBe(kept);
});

test.each([
  ['2026-03', '2026-03-10T12:00:00.000Z'],
  ['2026-02', '2026-02-28T23:59:59.999Z'],
  ['2026-04', '2026-04-01T00:00:00.000Z'],
])('a report on %s has a time in that month', (period, at) => {
  expect(first('1.00', period).reportedAt).toBe(at);
});

test.each([
  ['2026-03-10T12:00:00Z', '2026-04', true],
  ['2026-03-10T12:00:00Z', '2026-03', false],
  ['2026-03-10T12:00:00Z', '2025-12', false],
  // In Samoa, April has already begun.
  ['2026-03-31T11:00:00Z', '2026-04', false],
])('at %s, whether %s has not begun in any time zone is %s', (at, period, expected) => {
  expect(isFuture(period, new Date(at))).toBe(expected);
});

test('a stored one is distinguished from a measured one', () => {
  expect(isReported(componentUsage.parse({ ...first(), pk: 'x' }))).toBe(true);
});

describe('the next report of a month', () => {
  const later = new Date('2026-03-11T12:00:00.000Z');
  const usage = first();

  test('replaces the amount', () => {
    const next = withReport(usage, component, { amount: '13.00', description: 'a' }, later);
    const reportedAt = later.toISOString();
    expect(next).toMatchObject({ uuid: usage.uuid, version: 1, amount: '13.00', description: 'a', reportedAt });
  });

  test('changes nothing if it is equal', () => {
    expect(withReport(usage, component, { amount: '12.50', description: '' }, later)).toBeUndefined();
  });

  test('has the present name of the component', () => {
    const renamed = { ...component, measured_unit: 'node-hours' };
    const next = withReport(usage, renamed, { amount: '12.50', description: '' }, later);
    expect(next).toMatchObject({ measuredUnit: 'node-hours', version: 1 });
  });
});

describe('shares of users', () => {
  const at = now.toISOString();
  const share = (username: string, amount: string) => ({ username, amount, created: at, modified: at });
  const before = [share('ada', '1.00'), share('grace', '2.00')];
  const later = new Date('2026-03-11T12:00:00.000Z');

  test('that are not named or not changed stay, sorted by name', () => {
    const reports = [
      { username: 'grace', amount: '3.00' },
      { username: '__proto__', amount: '4.00' },
    ];
    const modified = later.toISOString();
    expect(withShares(before, reports, later)).toEqual([
      { username: '__proto__', amount: '4.00', created: modified, modified },
      share('ada', '1.00'),
      { ...share('grace', '3.00'), modified },
    ]);
    expect(withShares(before, [{ username: 'ada', amount: '1.00' }], later)).toEqual(before);
  });
});
