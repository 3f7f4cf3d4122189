import { expect, test } from 'vitest';
import { compareShapes, differences, lastingDifferences, madeSince } from './backend-state.ts';

const server = (id: string, name: string) => ({ id, name, status: 'ACTIVE' });

test('two runs have the same shape when only generated ids differ', () => {
  const made = (id: string) => madeSince({}, { 'openstack servers': [server(id, `node of ${id}`)] });
  const one = made('0b5c4c1e-5b0f-4a5c-9d3c-7a1f5f0c2b11');
  expect(one).toEqual(['openstack servers node of * ACTIVE']);
  expect(made('11111111-5b0f-4a5c-9d3c-7a1f5f0c2b11')).toEqual(one);
});

test('what managed orders number is kept apart within one order, and is the same for two', () => {
  const made = (n: number) =>
    madeSince(
      {},
      { servers: [1, 2].map((node) => server(`${node}`, `k8s-faulty-3-${n}-rancher-node-server-${node}`)) },
    );
  expect(made(7)).toEqual([1, 2].map((node) => `servers k8s-faulty-*-rancher-node-server-${node} ACTIVE`));
  expect(made(12)).toEqual(made(7));
  const names = ['k8s-lb-faulty-7', 'os-tenant-sr-sampl-7-az-1-2', 'k8s_admin'].map((name) => ({ name }));
  expect(madeSince({}, { of: names })).toEqual(['of k8s-lb-faulty-*', 'of k8s_admin', 'of os-tenant-*']);
});

test('a duplicate and a missing object are listed by name', () => {
  expect(compareShapes(['server a', 'server b'], ['server a', 'server a'])).toEqual([
    '2 instead of 1: server a',
    '0 instead of 1: server b',
  ]);
});

test('what was there before is not made, and what stays afterwards is left', () => {
  const before = { 'openstack servers': [server('1', 'other')] };
  const now = { 'openstack servers': [server('1', 'other'), server('2', 'mine')] };
  expect(madeSince(before, now)).toEqual(['openstack servers mine ACTIVE']);
  expect(differences(before, before)).toEqual([]);
  expect(differences(before, now)).toEqual(['left: openstack servers {"id":"2","name":"mine","status":"ACTIVE"}']);
  expect(differences(now, before)).toEqual(['lost: openstack servers {"id":"2","name":"mine","status":"ACTIVE"}']);
});

test('what goes a moment later is no difference, and what stays is one', async () => {
  const before = { bindings: [{ id: 'other' }] };
  const states = [{ bindings: [{ id: 'other' }, { id: 'late' }] }, before];
  expect(await lastingDifferences(before, async () => states.shift() ?? {})).toEqual([]);
  const kept = async () => ({ bindings: [{ id: 'other' }, { id: 'kept' }] });
  expect(await lastingDifferences(before, kept, 0)).toEqual(['left: bindings {"id":"kept"}']);
});
