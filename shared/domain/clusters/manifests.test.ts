import { expect, test } from 'vitest';
import { UnusableManifests } from './manifest-documents.ts';
import { parseManifests, writeManifests } from './manifests.ts';

const namespace = (name: string) => `apiVersion: v1\nkind: Namespace\nmetadata:\n  name: ${name}\n`;
const project = (place: string) =>
  `apiVersion: management.cattle.io/v3\nkind: Project\nmetadata:\n  name: p-1\n  namespace: ${place}\nspec:\n  displayName: Shop\n`;
const cluster = (name: string) => `apiVersion: provisioning.cattle.io/v1\nkind: Cluster\nmetadata:\n  name: ${name}\n`;
const several = (...documents: string[]) => documents.join('---\n');

const read = (text: string) => {
  const manifests = parseManifests(text);
  return {
    manifests,
    kinds: manifests.inside.map(({ found }) => found.kind),
    yaml: writeManifests(manifests, new Map()),
  };
};

test('objects are applied as they were written, with comments; empty documents are skipped', () => {
  const { yaml, kinds } = read(several(`# mine\n${namespace('a')}`, '\n', namespace('b')));
  expect(yaml).toBe(several(`# mine\n${namespace('a')}`, namespace('b')));
  expect(kinds).toEqual(['Namespace', 'Namespace']);
});

test('the definition of the cluster is left out, and projects are recognized', () => {
  const { yaml, manifests } = read(several(cluster('demo'), project('c-m-1'), namespace('a')));
  expect(yaml).toBe(namespace('a'));
  expect(manifests.projects).toEqual([{ id: 'c-m-1:p-1', wanted: { name: 'Shop', description: '' } }]);
  expect(parseManifests(cluster('demo'))).toEqual({ inside: [], projects: [] });
});

test('a namespace is put in its project’s new id by annotation and label', () => {
  const placed = (id: string) =>
    `${namespace('a')}  labels:\n    field.cattle.io/projectId: ${id.slice(6)}\n  annotations:\n    field.cattle.io/projectId: ${id}\n`;
  const manifests = parseManifests(several(placed('c-m-1:p-1'), placed('c-m-1:p-7')));
  const yaml = writeManifests(manifests, new Map([['c-m-1:p-1', 'c-m-2:p-2']]));
  expect(yaml).toBe(several(placed('c-m-2:p-2'), placed('c-m-1:p-7')));
});

test.each([
  ['no YAML', 'apiVersion: v1\nkind: [', 'Invalid YAML at line 2'],
  ['nothing', '\n', 'The YAML has no document.'],
  [
    'no object',
    several(namespace('a'), 'hello\n'),
    'Document 2 is not a Kubernetes object: apiVersion and kind are needed.',
  ],
  [
    'a project without a name',
    several(namespace('a'), project('c-m-2').replace('displayName', 'name')),
    'Document 2 is not a project in the form that an export has.',
  ],
  ['too many projects', Array.from({ length: 21 }, () => project('c-m-1')).join('---\n'), 'more than 20 projects.'],
  ['too many documents', Array.from({ length: 501 }, () => namespace('a')).join('---\n'), 'more than 500 documents.'],
  [
    'a bomb',
    `apiVersion: v1\nkind: x\na: &a [1,1,1,1,1,1,1,1,1]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c]\n`,
    'Document 1 cannot be read: it has too many aliases.',
  ],
])('%s is reported in a sentence', (_what, text, sentence) => {
  expect(() => parseManifests(text)).toThrow(UnusableManifests);
  expect(() => parseManifests(text)).toThrow(sentence);
});
