import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { OPERATIONS } from '#infra/openapi/operations';
import { parametersOf } from '#shared/contracts/rest/_core/listing';
import type { ApiOperation } from '#shared/contracts/rest/_core/operation';
import { REFUSED_FILTERS } from '#shared/contracts/rest/_core/refused-filters';

/**
 * The parameters that waldur-api-client 8.1.3 can send to the lists of our collections.
 * test/e2e/waldur-client/sent_parameters.py reads them from the client.
 */
const SENT = z
  .record(z.string(), z.array(z.string()))
  .parse(JSON.parse(readFileSync(new URL('waldur-parameters.json', import.meta.url), 'utf8')));

const operations: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>> = OPERATIONS;
const ours = Object.entries(SENT).flatMap(([path, names]) => {
  const [segment = '', ...below] = path.split('/');
  const listing = operations[segment]?.[`GET /${below.join('/')}`]?.listing;
  return listing === undefined ? [] : [{ path, names, known: parametersOf(listing.filters) }];
});

test('whatever the Python client can send to a list is served, or refused with a sentence of its own', () => {
  const unknown = ours.flatMap(({ path, names, known }) =>
    names.filter((name) => !known.includes(name) && !Object.hasOwn(REFUSED_FILTERS, name)).map((name) => path + name),
  );
  expect(unknown).toEqual([]);
  expect(ours.length).toBeGreaterThan(30);
});

test('no sentence is there for a name that every list knows, or that nobody sends', () => {
  const refused = new Set(ours.flatMap(({ names, known }) => names.filter((name) => !known.includes(name))));
  expect(Object.keys(REFUSED_FILTERS).filter((name) => !refused.has(name))).toEqual([]);
});
