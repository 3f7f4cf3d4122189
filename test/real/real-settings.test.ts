import { expect, test } from 'vitest';
import { realPart } from './real-settings.ts';

test('everything is run unless one part is named', () => {
  expect(realPart([])).toBe('all');
  const parts = ['suites', 'keycloak', 'contents', 'projects', 'cluster-api', 'access', 'order', 'managed'];
  expect(parts.map((part) => realPart([part]))).toEqual(parts);
});

test.each([['orders'], ['suites', 'order']])('what is no part is refused, and the parts are named: %s', (...words) => {
  expect(() => realPart(words)).toThrow('suites, keycloak, contents, projects, cluster-api, access, order, managed');
});
