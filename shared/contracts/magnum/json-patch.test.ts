import { expect, test } from 'vitest';
import { parseJsonPatch } from './json-patch.ts';

test('a patch sets and removes fields, and keys in them (M41)', () => {
  const patch = [
    { op: 'replace', path: '/node_count', value: 3 },
    { op: 'add', path: '/labels/example.org~1a~0b', value: 'c' },
    { op: 'remove', path: '/labels/kube_tag' },
    { op: 'remove', path: '/dns_nameserver', value: 'ignored' },
  ];
  expect(parseJsonPatch(patch)).toEqual([
    { field: 'node_count', value: 3 },
    { field: 'labels', key: 'example.org/a~b', value: 'c' },
    { field: 'labels', key: 'kube_tag', value: undefined },
    { field: 'dns_nameserver', value: undefined },
  ]);
});

test.each([
  [{}],
  [[]],
  [[{ op: 'move', path: '/a', from: '/b' }]],
  [[{ op: 'replace', path: 'a', value: 1 }]],
  [[{ op: 'replace', path: '/a/b/c', value: 1 }]],
  [[{ op: 'replace', path: '/a' }]],
])('%j is refused (M41)', (patch) => {
  expect(() => parseJsonPatch(patch)).toThrow(expect.objectContaining({ name: 'Invalid' }));
});
