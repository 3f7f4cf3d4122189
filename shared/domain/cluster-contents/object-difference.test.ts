import { expect, test } from 'vitest';
import { differenceOf } from './object-difference.ts';

const deployment = (spec: object, more: object = {}) => ({
  ...{ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'cart' }, spec },
  ...more,
});

test.each([
  ['nothing', deployment({ replicas: 1 }), deployment({ replicas: 1 }), ''],
  [
    'a changed field',
    deployment({ replicas: 1 }),
    deployment({ replicas: 2 }),
    '- spec.replicas: 1\n+ spec.replicas: 2',
  ],
  [
    'one of a list',
    deployment({ ports: [{ port: 80 }] }),
    deployment({ ports: [{ port: 80 }, { port: 81 }] }),
    '+ spec.ports[1].port: 81',
  ],
  ['a removed field', deployment({ paused: true, replicas: 1 }), deployment({ replicas: 1 }), '- spec.paused: true'],
  [
    'what the server writes',
    deployment({}, { metadata: { name: 'cart', generation: 1, resourceVersion: '7' }, status: { replicas: 1 } }),
    deployment({}, { metadata: { name: 'cart', generation: 2, managedFields: [{}] }, status: { replicas: 2 } }),
    '',
  ],
])('%s is what differs', (_what, before, after, text) => {
  expect(differenceOf(before, after)).toBe(text);
});

test('an object that is new has every field as added', () => {
  expect(differenceOf(undefined, deployment({ replicas: 1 }))).toBe(
    ['+ apiVersion: "apps/v1"', '+ kind: "Deployment"', '+ metadata.name: "cart"', '+ spec.replicas: 1'].join('\n'),
  );
});

test('the values of a secret are never shown', () => {
  const secret = (value: string) => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 's' },
    data: { key: value },
  });
  expect(differenceOf(secret('b2xk'), secret('bmV3'))).toBe('- data.key: (not shown)\n+ data.key: (not shown)');
});

test('a long difference is cut, and says so', () => {
  const many = Object.fromEntries(Array.from({ length: 1200 }, (_, index) => [`key${index}`, index]));
  const text = differenceOf(undefined, { apiVersion: 'v1', kind: 'ConfigMap', metadata: {}, data: many });
  expect(text.split('\n')).toHaveLength(1001);
  expect(text).toMatch(/\(\d+ more lines\)$/);
});

test('nor is the copy of a secret that kubectl keeps in an annotation', () => {
  const copied = (copy: string) => ({
    ...{ apiVersion: 'v1', kind: 'Secret' },
    metadata: { name: 'a', annotations: { 'kubectl.kubernetes.io/last-applied-configuration': copy } },
  });
  expect(differenceOf(copied('hush'), copied('quiet'))).not.toMatch(/hush|quiet/);
});
