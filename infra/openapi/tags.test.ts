import { expect, test } from 'vitest';
import { openApiDocument } from './document.ts';
import { isObject, type JsonObject, objectAt } from './json.ts';

const document = openApiDocument();
const listAt = (value: JsonObject, name: string): JsonObject[] => {
  const list = value[name];
  return Array.isArray(list) ? list.filter(isObject) : [];
};
const operations = Object.values(objectAt(document, 'paths'))
  .filter(isObject)
  .flatMap((item) => Object.values(item).filter(isObject));

test('every tag has a description, names its group, and belongs to one group in the order of the groups', () => {
  const names = listAt(document, 'tags').map(({ name }) => name);
  for (const { description } of listAt(document, 'tags'))
    expect(description).toMatch(/^\*\*(Customers|Inside clusters|Operators|Programs)\*\*: .{8,}\.$/);
  expect(listAt(document, 'x-tagGroups').flatMap(({ tags }) => tags)).toEqual(names);
  expect([...new Set(operations.flatMap(({ tags }) => tags))].sort()).toEqual([...names].sort());
});

test('every operation of the API says who may call it', () => {
  const called = operations.filter(({ tags }) => !(Array.isArray(tags) && tags.includes('webhooks')));
  expect(called.length).toBeGreaterThan(150);
  for (const { operationId, description } of called)
    expect([operationId, description]).toEqual([
      operationId,
      expect.stringMatching(/\*\*Who may:\*\* .+ \(`[\w.]+`\)/),
    ]);
});

test('unknown parameters are refused, and the document says so', () => {
  expect(objectAt(document, 'info').description).toContain('An unknown query parameter of a list is refused (400)');
});
