import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { clientFields, comparedCollections, fieldsPage } from '#test/waldur-fields/fields-page';
import { REASONS, reasonOf } from '#test/waldur-fields/lacking';

test('docs/waldur-fields.md is what fields and reasons say: `npm run waldur-fields` makes it', () => {
  expect(readFileSync('docs/waldur-fields.md', 'utf8')).toBe(fieldsPage());
});

test('it is of the client that the other tests install', () => {
  const requirements = readFileSync('test/e2e/waldur-client/requirements.in', 'utf8');
  expect(requirements).toContain(`waldur-api-client==${clientFields().version}\n`);
});

test('every field of a model is answered, or has a reason why it is not; and every reason has a field', () => {
  const lacking = comparedCollections().flatMap(({ collection, lacks }) =>
    lacks.map((field) => ({ collection, field })),
  );
  const unexplained = lacking.filter(({ collection, field }) => reasonOf(collection, field) === undefined);
  expect(unexplained).toEqual([]);
  const used = new Set(lacking.map(({ collection, field }) => reasonOf(collection, field)));
  expect(REASONS.filter((reason) => !used.has(reason))).toEqual([]);
});

test('no field is lacking that the client asks for', () => {
  for (const { collection, required, lacks } of comparedCollections()) {
    expect([collection, required.filter((field) => lacks.includes(field))]).toEqual([collection, []]);
  }
});
