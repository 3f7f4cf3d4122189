import { expect, test } from 'vitest';
import { UnusableManifests } from './manifest-documents.ts';
import { inProject, parseManifests } from './manifests.ts';

const namespace = (name: string) => `apiVersion: v1\nkind: Namespace\nmetadata:\n  name: ${name}\n`;
const project = (place: string) =>
  `apiVersion: management.cattle.io/v3\nkind: Project\nmetadata:\n  name: p-1\n  namespace: ${place}\nspec:\n  displayName: Shop\n`;
const cluster = (name: string) => `apiVersion: provisioning.cattle.io/v1\nkind: Cluster\nmetadata:\n  name: ${name}\n`;
const several = (...documents: string[]) => documents.join('---\n');
const inside = (text: string) => parseManifests(text).inside;

test('objects have the number and the line of their document; empty documents do not count', () => {
  const read = inside(several(`# mine\n${namespace('a')}`, '\n', namespace('b')));
  expect(read).toMatchObject([
    { found: { kind: 'Namespace', metadata: { name: 'a' } }, place: 1, line: 2 },
    { found: { metadata: { name: 'b' } }, place: 2, line: 9 },
  ]);
});

test('the items of a list are objects of their own, each with its lines', () => {
  const item = '- apiVersion: v1\n  kind: Namespace\n  metadata: {name: a}\n';
  const read = inside(`apiVersion: v1\nkind: List\nitems:\n${item}${item.replace('a}', 'b}')}`);
  expect(read.map(({ found, place }) => [found.metadata.name, place])).toEqual([
    ['a', 1],
    ['b', 1],
  ]);
  expect(read.map(({ lineOf }) => lineOf('metadata.name'))).toEqual([6, 9]);
});

test('values are those that kubectl reads, which knows YAML 1.1', () => {
  const [{ found } = expect.fail('one object')] = inside(
    `${namespace('a')}mode: 0644\non: yes\nport: "0644"\ntime: 22:22\nday: 2026-11-25\nbase: &b {x: 1}\nmore: {<<: *b}\n`,
  );
  expect(found).toMatchObject({
    ...{ mode: 420, true: true, port: '0644', time: '22:22', day: '2026-11-25', more: { x: 1 } },
  });
});

test('the definition of the cluster is left out, and projects are recognized', () => {
  const manifests = parseManifests(several(cluster('demo'), project('c-m-1'), namespace('a')));
  expect(manifests.inside).toMatchObject([{ found: { kind: 'Namespace' }, place: 3 }]);
  expect(manifests.projects).toEqual([
    { id: 'c-m-1:p-1', wanted: { name: 'Shop', description: '' }, place: 2, line: 6 },
  ]);
  expect(parseManifests(cluster('demo'))).toEqual({ inside: [], projects: [] });
});

const KEY = 'field.cattle.io/projectId';
const placed = (id: string) => ({
  ...{ apiVersion: 'v1', kind: 'Namespace' },
  metadata: { name: 'a', labels: { [KEY]: id.slice(6), own: '1' }, annotations: { [KEY]: id, own: '1' } },
});
const ids = new Map([
  ['c-m-1:p-1', 'c-m-2:p-2'],
  ['c-m-1:p-9', undefined],
]);

test.each([
  ['a new id is in that one', placed('c-m-1:p-1'), placed('c-m-2:p-2')],
  ['no other id stays where it is', placed('c-m-1:p-7'), placed('c-m-1:p-7')],
  [
    'none yet is in no project',
    placed('c-m-1:p-9'),
    { ...placed(''), metadata: { name: 'a', labels: { own: '1' }, annotations: { own: '1' } } },
  ],
])('a namespace whose project has %s', (_what, object, wanted) => {
  expect(inProject(object, ids)).toEqual(wanted);
});

/** The letter before this one. */
const previous = (letter: string): string => String.fromCharCode(letter.charCodeAt(0) - 1);

test.each([
  ['no YAML', 'apiVersion: v1\nkind: [', 'Invalid YAML at line 2'],
  ['nothing', '\n', 'The YAML has no document.'],
  ['a name that is a number', namespace('5'), 'Document 1 is not a Kubernetes object: metadata.name is not valid.'],
  ['a tag that would run code', `${namespace('a')}x: !!js/function 'f'\n`, 'Invalid YAML at line 5: this tag is not'],
  ['a list with no object in it', 'apiVersion: v1\nkind: List\nitems: [{}]\n', 'Item 1 of document 1 is not'],
  [
    'no object',
    several(namespace('a'), 'hello\n'),
    'Document 2 is not a Kubernetes object: apiVersion and kind are needed.',
  ],
  [
    'a project without a name',
    several(namespace('a'), project('c-m-2').replace('displayName', 'name')),
    'Document 2 is not an exported Rancher project: spec.displayName is missing or wrong.',
  ],
  ['too many projects', Array.from({ length: 21 }, () => project('c-m-1')).join('---\n'), 'more than 20 projects.'],
  ['too many documents', Array.from({ length: 501 }, () => namespace('a')).join('---\n'), 'more than 500 documents.'],
  [
    'a bomb',
    `apiVersion: v1\nkind: x\na: &a [x]\n${[...'bcdefghi'].map((to) => `${to}: &${to} [${`*${previous(to)},`.repeat(9)}]\n`).join('')}`,
    'Invalid YAML at line 10: it has too many aliases.',
  ],
])('%s is reported in a sentence', (_what, text, sentence) => {
  expect(() => parseManifests(text)).toThrow(UnusableManifests);
  expect(() => parseManifests(text)).toThrow(sentence);
});
