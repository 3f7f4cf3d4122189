import { describe, expect, test } from 'vitest';
import { aGlobalCatalog } from '#test/builders/content-builders';
import { areGlobalCatalogsDue, newGlobalCatalog, problemOf } from './global-catalog.ts';
import { copyChange, isCopyOf, newCopy } from './global-catalog-object.ts';

const at = (time: string) => new Date(`2026-01-01T${time}Z`);
const fields = { name: 'charts', description: '', url: 'https://charts.example.org/', branch: '' };

describe('a global catalog', () => {
  test('has the name of its copies from its own name, unless another one of the provider has it (S0-046)', () => {
    const wanted = { uuid: 'a'.repeat(32), settingsUuid: 'b'.repeat(32), fields, accountUuid: undefined };
    const first = newGlobalCatalog(wanted, [], at('10:00:00'));
    expect(first.objectName).toBe('charts');
    const second = newGlobalCatalog({ ...wanted, uuid: 'c'.repeat(32) }, [first], at('10:00:00'));
    expect(second.objectName).toBe('charts-cccccccc');
  });

  test.each<[string, string, string | undefined, boolean]>([
    ['before the first run', '10:00:00', undefined, true],
    ['changed after the last run began', '10:00:00', '09:59:00', true],
    ['changed just before the last run began, which may not have seen it', '10:00:00', '10:00:30', true],
    ['changed before the last run', '10:00:00', '10:02:00', false],
    ['an hour after the last run', '08:00:00', '09:10:00', true],
  ])('is compared with the clusters: %s (S0-046)', (_when, changedAt, startedAt, due) => {
    const catalog = aGlobalCatalog({ changedAt: at(changedAt).toISOString() });
    const last = { suspects: [], ...(startedAt !== undefined && { startedAt: at(startedAt).toISOString() }) };
    expect(areGlobalCatalogsDue([catalog], last, at('10:10:00'))).toBe(due);
    expect(areGlobalCatalogsDue([], last, at('10:10:00'))).toBe(false);
  });

  test('says in how many clusters it is lacking, and names none of them (S0-046)', () => {
    expect(problemOf({ taken: 0, away: 0, refused: 0 })).toBe('');
    expect(problemOf({ taken: 1, away: 2, refused: 0 })).toBe(
      'The catalog is not up to date in 3 clusters: 1 with another catalog of this name, 2 that did not answer.',
    );
  });
});

describe('a copy', () => {
  const catalog = aGlobalCatalog({ accountUuid: 'd'.repeat(32), refreshedAt: '2026-01-01T10:00:00.123Z' });
  const copy = newCopy(catalog);
  const inRancher = { ...copy, status: { downloadTime: 'x' } };

  test('is ours by its label only (S0-046)', () => {
    expect(isCopyOf(catalog, copy)).toBe(true);
    expect(isCopyOf(catalog, { ...copy, metadata: { name: catalog.objectName } })).toBe(false);
    expect(isCopyOf(aGlobalCatalog(), copy)).toBe(false);
  });

  test('that is as the catalog is now needs no change; fields of Rancher are kept (S0-046)', () => {
    expect(copyChange(catalog, inRancher)).toBeUndefined();
  });

  test.each([
    ['address', { url: 'https://other.example.org/' }],
    ['name', { name: 'Other' }],
    ['description', { description: 'Other' }],
    ['branch', { branch: 'main' }],
    ['login', { accountUuid: 'e'.repeat(32) }],
    ['refresh', { refreshedAt: '2026-01-01T11:00:00.000Z' }],
  ])('follows a change of the catalog: %s (S0-046, S0-070)', (_field, change) => {
    expect(copyChange({ ...catalog, ...change }, inRancher)).toBeDefined();
  });

  test('that somebody has refreshed later in its cluster stays so (S0-071)', () => {
    const later = { ...inRancher, spec: { url: catalog.url, forceUpdate: '2026-01-01T12:00:00Z' } };
    expect(copyChange(catalog, later)?.spec).not.toHaveProperty('forceUpdate');
  });
});
