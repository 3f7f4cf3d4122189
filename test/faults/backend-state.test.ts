import { expect, test } from 'vitest';
import { compareShapes, differences, madeSince } from './backend-state.ts';

const server = (id: string, name: string) => ({ id, name, status: 'ACTIVE' });

test('two runs have the same shape when only generated ids differ', () => {
  const made = (id: string) => madeSince({}, { 'openstack servers': [server(id, `node of ${id}`)] });
  const one = made('0b5c4c1e-5b0f-4a5c-9d3c-7a1f5f0c2b11');
  expect(one).toEqual(['openstack servers node of * ACTIVE']);
  expect(made('11111111-5b0f-4a5c-9d3c-7a1f5f0c2b11')).toEqual(one);
});

test('a duplicate and a missing object are told by name', () => {
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
