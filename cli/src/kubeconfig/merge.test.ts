import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { addCluster, parseKubeconfig } from './merge.ts';

const [A, B] = ['a'.repeat(32), 'b'.repeat(32)];

/** A kubeconfig as Paddock makes it. */
const config = (name: string, uuid: string, server = uuid) => {
  const [cluster, user] = [`${name}-${uuid}`, `ada@${name}-${uuid}`];
  return JSON.stringify({
    apiVersion: 'v1',
    clusters: [{ name: cluster, cluster: { server } }],
    users: [{ name: user, user: { token: `token of ${server}` } }],
    contexts: [{ name: cluster, context: { cluster, user } }],
    'current-context': cluster,
  });
};

function merged(base: string, ...added: [text: string, uuid: string, name: string][]) {
  const document = parseKubeconfig(base);
  if (document === undefined) throw new Error('The base is no kubeconfig.');
  for (const [text, uuid, name] of added) {
    const parsed = parseKubeconfig(text);
    if (parsed !== undefined) addCluster(document, parsed, { uuid, name });
  }
  const text = document.toString({ lineWidth: 0 });
  return { text, ...parse(text) };
}
const names = (entries: { name: string }[]) => entries.map(({ name }) => name);

test('a cluster is added, and becomes the current context', () => {
  const { clusters, users, contexts, ...rest } = merged('clusters: [{name: old}]', [config('demo', A), A, 'demo']);
  expect(names(clusters)).toEqual(['old', `demo-${A}`]);
  expect(names(users)).toEqual([`ada@demo-${A}`]);
  expect(names(contexts)).toEqual([`demo-${A}`, 'demo']);
  expect(rest['current-context']).toBe(`demo-${A}`);
});

test('a cluster of the same name and user stays, and only the full names mean one', () => {
  const { clusters, users, contexts } = merged('', [config('prod', A), A, 'prod'], [config('prod', B), B, 'prod']);
  expect(names(clusters)).toEqual([`prod-${A}`, `prod-${B}`]);
  expect(users).toMatchObject([{ user: { token: `token of ${A}` } }, { user: { token: `token of ${B}` } }]);
  expect(names(contexts)).toEqual([`prod-${A}`, `prod-${B}`]);
});

test('a kubeconfig replaces an earlier one of the same cluster, whatever the cluster was called', () => {
  const { clusters, users, contexts } = merged(
    '',
    [config('old', A, 'first'), A, 'old'],
    [config('new', A, 'second'), A, 'new'],
  );
  expect(clusters).toEqual([{ name: `new-${A}`, cluster: { server: 'second' } }]);
  expect(users).toEqual([{ name: `ada@new-${A}`, user: { token: 'token of second' } }]);
  expect(names(contexts)).toEqual([`new-${A}`, 'new']);
});

test('entries of other programs stay as they are, under the same name, too', () => {
  const foreign = `# written by hand
clusters:
- name: prod # of another provider
  cluster: {server: "https://elsewhere", future-field: 012345678901234567890}
users:
- name: ada
  user: {token: yes}
contexts:
- name: prod
  context: {cluster: prod, user: ada}
preferences: {}
`;
  const { text, contexts } = merged(foreign, [config('prod', A), A, 'prod']);
  expect(names(contexts)).toEqual(['prod', `prod-${A}`]);
  for (const line of foreign.split(/\n[- ] *|\n/))
    expect(text.replaceAll('{ ', '{').replaceAll(' }', '}')).toContain(line);
});

test('names are unique although an older Paddock has made the kubeconfig', () => {
  const older = JSON.stringify({
    clusters: [{ name: 'prod', cluster: {} }],
    users: [{ name: 'ada', user: {} }],
    contexts: [{ name: 'prod', context: { cluster: 'prod', user: 'ada' } }],
    'current-context': 'prod',
  });
  const { users, contexts, ...rest } = merged('', [older, A, 'prod']);
  expect(names(users)).toEqual([`ada-${A}`]);
  expect(contexts[0]).toEqual({ name: `prod-${A}`, context: { cluster: `prod-${A}`, user: `ada-${A}` } });
  expect(rest['current-context']).toBe(`prod-${A}`);
});

test('a kubeconfig without lists is an empty one, and other YAML is none', () => {
  expect(merged('clusters: null\nusers:\n', [config('demo', A), A, 'demo']).clusters).toHaveLength(1);
  for (const text of ['text', 'clusters: text', '{', 'a: 1\n---\nb: 2', 'a: 1\na: 2']) {
    expect({ text, read: parseKubeconfig(text) }).toEqual({ text, read: undefined });
  }
});
