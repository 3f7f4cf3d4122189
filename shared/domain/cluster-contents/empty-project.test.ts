import { describe, expect, test } from 'vitest';
import { assertEmptyProject } from './empty-project.ts';

const PROJECT = 'c-m-abcde:p-shop';
const elsewhere = { name: 'other', projectId: 'c-m-abcde:p-other' };
const check =
  (items: Parameters<typeof assertEmptyProject>[1]['items'], isWhole = true) =>
  () =>
    assertEmptyProject(PROJECT, { items, isWhole });

describe('a Rancher project may be deleted', () => {
  test('when no namespace of the cluster is in the project', () => {
    expect(check([elsewhere, { name: 'in-no-project' }])).not.toThrow();
  });

  test('not when a namespace is in the project, and the answer names the namespace', () => {
    expect(check([elsewhere, { name: 'shop', projectId: PROJECT }])).toThrow('Delete or move them first: shop.');
  });

  test('not when the cluster has more namespaces than were listed', () => {
    expect(check([elsewhere], false)).toThrow('cannot check that the project is empty');
  });
});
