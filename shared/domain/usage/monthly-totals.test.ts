import { expect, test } from 'vitest';
import { aResource, aUuid } from '#test/builders/builders';
import { anAgentResource, aReportedUsage } from '#test/builders/site-agent-builders';
import { begunUsage, withRate } from './component-usage.ts';
import { monthlyTotals } from './monthly-totals.ts';

const at = (day: number, hour = 0) => new Date(Date.UTC(2026, 2, day, hour));
const now = at(3);
const offering = { offeringUuid: aUuid(), offeringName: 'Kubernetes' };
const used = (rate: number, since: Date, fields: object = offering) =>
  begunUsage(aResource(fields), { type: 'cpu_hours', rate, since, now: since });

test('this month’s usages of an offering’s clusters are one sum, with the part of deleted ones', () => {
  const gone = withRate(used(2, at(1)), 0, at(1, 6));
  expect(monthlyTotals([used(4, at(2)), gone], now)).toEqual([
    { type: 'cpu_hours', ...offering, hours: 24 * 4 + 6 * 2, hoursOfEnded: 6 * 2 },
  ]);
});

test('each offering has its own sum, without earlier months', () => {
  const other = { offeringUuid: aUuid(), offeringName: 'Another' };
  const earlier = used(4, new Date(Date.UTC(2026, 1, 20)));
  expect(monthlyTotals([used(1, at(2)), used(2, at(2), other), earlier], now)).toMatchObject([
    { ...offering, hours: 24, hoursOfEnded: 0 },
    { ...other, hours: 48, hoursOfEnded: 0 },
  ]);
});

test('usages that site agents report are in none', () => {
  expect(monthlyTotals([aReportedUsage(anAgentResource(), { now })], now)).toEqual([]);
});
