import { expect, test } from 'vitest';
import { openApiDocument } from '#infra/openapi/document';
import { BOUND_OPTIONS } from '#shared/domain/marketplace/bound-options';
import { findNamedObjects } from '#test/integration/api/named-objects/find-named-objects';
import { JUDGES, keysOf, NAMED_OBJECTS } from './named-objects.ts';

test('each place that names an object of a backend says who judges whether the caller may name it', () => {
  const found = findNamedObjects(openApiDocument());
  const unjudged = found.filter((it) => !keysOf(it).some((key) => key in NAMED_OBJECTS));
  expect(unjudged.map(({ operation, name }) => `${operation} ${name}`)).toEqual([]);
  const used = new Set(found.flatMap(keysOf));
  expect(Object.keys(NAMED_OBJECTS).filter((key) => !used.has(key))).toEqual([]);
  const judges = new Set<string>(Object.values(NAMED_OBJECTS));
  expect(Object.keys(JUDGES).filter((judge) => !judges.has(judge))).toEqual([]);
});

test('each bound option that names an object of a backend is judged by its owner', () => {
  const isJudged = (name: string) => NAMED_OBJECTS[`plugin_options.${name}`] === 'owner';
  // The others are uuids of records, the names of ways to start an order, labels, and a switch.
  expect(Object.keys(BOUND_OPTIONS).filter((name) => !isJudged(name))).toEqual([
    ...['magnum_api', 'magnum_cloud', 'remote_offering_uuid', 'namespace_labels', 'default_no_gpu_quota'],
  ]);
});
