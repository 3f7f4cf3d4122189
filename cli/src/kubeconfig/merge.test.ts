import { expect, test } from 'vitest';
import { kubeconfigOf, merged } from './merge.ts';

const config = (name: string, server: string) => ({
  apiVersion: 'v1',
  clusters: [{ name, cluster: { server } }],
  users: [{ name, user: {} }],
  contexts: [{ name, context: {} }],
  'current-context': name,
});

test('a cluster is added, and becomes the current context', () => {
  const both = merged(config('old', 'a'), config('new', 'b'));
  expect(both.clusters.map(({ name }) => name)).toEqual(['old', 'new']);
  expect(both.users.map(({ name }) => name)).toEqual(['old', 'new']);
  expect(both.contexts.map(({ name }) => name)).toEqual(['old', 'new']);
  expect(both['current-context']).toBe('new');
});

test('a cluster of the same name is replaced', () => {
  expect(merged(config('same', 'a'), config('same', 'b')).clusters).toEqual([
    { name: 'same', cluster: { server: 'b' } },
  ]);
});

test('a kubeconfig without lists is an empty one, and other YAML is none', () => {
  expect(kubeconfigOf({ clusters: null })).toEqual({ clusters: [], users: [], contexts: [] });
  expect(kubeconfigOf('text')).toBeUndefined();
  expect(kubeconfigOf({ clusters: 'text' })).toBeUndefined();
});
