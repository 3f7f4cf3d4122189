import { expect, test } from 'vitest';
import { assertEmptyProject } from './empty-project.ts';

test('a Rancher project may be deleted when no namespace is in it', () => {
  expect(() => assertEmptyProject([])).not.toThrow();
});

test('… not when a namespace is in the project, and the answer names the namespace', () => {
  expect(() => assertEmptyProject(['shop'])).toThrow('Delete or move them first: shop.');
});
