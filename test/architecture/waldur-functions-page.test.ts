import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { clientFunctions, comparedFunctions, SEGMENTS } from '#test/waldur-functions/client-functions';
import { functionsPage } from '#test/waldur-functions/functions-page';
import { REASONS, reasonOf } from '#test/waldur-functions/lacking';

test('docs/waldur-functions.md is what operations and reasons say: `npm run waldur-functions` makes it', () => {
  expect(readFileSync('docs/waldur-functions.md', 'utf8')).toBe(functionsPage());
});

test('it has looked for every collection', () => {
  expect(clientFunctions().segments).toEqual(SEGMENTS);
});

test('it is of the client that the other tests install', () => {
  const requirements = readFileSync('test/e2e/waldur-client/requirements.in', 'utf8');
  expect(requirements).toContain(`waldur-api-client==${clientFunctions().version}\n`);
});

test('every function of the client has a route, or a reason why there is none; and every reason has a function', () => {
  const lacking = comparedFunctions().filter(({ key }) => key === undefined);
  const reasonFor = ({ segment, path }: (typeof lacking)[number]) => reasonOf(segment, path);
  expect(lacking.filter((one) => reasonFor(one) === undefined)).toEqual([]);
  const used = new Set(lacking.map(reasonFor));
  expect(REASONS.filter((reason) => !used.has(reason))).toEqual([]);
});
