import { expect, test } from 'vitest';
import { groupAttributes, ownedMeaning, ownerMark } from './group-ownership.ts';

const CLUSTER = '0123456789abcdef0123456789abcdef';
const OTHER = 'f'.repeat(32);
const owner = { stage: 'test', settingsUuid: 'a'.repeat(32) };
const attributes = groupAttributes(owner, CLUSTER);

test('a group carries its owner, its provider and its scope', () => {
  expect(attributes).toEqual({
    managed_by: ['paddock/test'],
    provider_uuid: [owner.settingsUuid],
    scope_uuid: [CLUSTER],
  });
  expect(attributes).toMatchObject(Object.fromEntries(Object.entries(ownerMark(owner)).map(([k, v]) => [k, [v]])));
});

test.each([
  ['its name and attributes match', `c_${CLUSTER}`, attributes, 'parent'],
  ['both match, in the long style', `cluster_${CLUSTER}_cluster-owner`, attributes, 'child'],
  ['both match, in the short style', `p_${CLUSTER}_project-member`, attributes, 'child'],
  ['somebody has added an attribute', `c_${CLUSTER}`, { ...attributes, note: ['x'] }, 'parent'],
  ['only its name matches', `cluster_${CLUSTER}_cluster-owner`, {}, undefined],
  ['only its attributes match', 'developers', attributes, undefined],
  ['it is another installation’s', `c_${CLUSTER}`, { ...attributes, managed_by: ['paddock/prod'] }, undefined],
  ['it is another provider’s', `c_${CLUSTER}`, { ...attributes, provider_uuid: [OTHER] }, undefined],
  ['its name has another scope than its mark', `c_${OTHER}`, attributes, undefined],
  ['its mark has two values', `c_${CLUSTER}`, { ...attributes, managed_by: ['paddock/test', 'x'] }, undefined],
])('a group is ours, or not, where %s', (_where, name, given, kind) => {
  expect(ownedMeaning({ name, attributes: given }, owner)?.kind).toBe(kind);
});
