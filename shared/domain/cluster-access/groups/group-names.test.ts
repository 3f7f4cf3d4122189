import { describe, expect, test } from 'vitest';
import {
  childGroupName,
  groupAttributes,
  groupOfPrincipal,
  groupPrincipal,
  ownedMeaning,
  ownerMark,
  parentGroupName,
  parseGroupName,
} from './group-names.ts';

const HEX = '0123456789abcdef0123456789abcdef';
const cluster = { type: 'cluster', uuid: HEX } as const;
const project = { type: 'project', uuid: HEX } as const;

describe('names of groups', () => {
  test('a cluster’s groups are below a group that has its whole uuid (S1-047)', () => {
    expect(parentGroupName(HEX)).toBe(`c_${HEX}`);
    expect(parseGroupName(`c_${HEX}`)).toEqual({ kind: 'parent', clusterUuid: HEX });
  });

  test.each([
    [cluster, 'cluster-owner', 'long', `cluster_${HEX}_cluster-owner`],
    [project, 'project-member', 'long', `project_${HEX}_project-member`],
    [cluster, 'cluster-owner', 'short', `c_${HEX}_cluster-owner`],
    [project, 'rt-x7k2p', 'short', `p_${HEX}_rt-x7k2p`],
  ] as const)(
    'of a role in a scope: %o %s, %s: %s, which can be read back (S1-048, R-9b-W4)',
    (scope, role, style, name) => {
      expect(childGroupName(scope, role, style)).toBe(name);
      expect(parseGroupName(name)).toEqual({ kind: 'child', scope, role, style });
    },
  );

  test.each([
    'developers',
    `c_${HEX.toUpperCase()}`,
    `c_${HEX.slice(1)}`,
    `x_${HEX}_cluster-owner`,
    `cluster_${HEX}`,
    `cluster_${HEX}_`,
    `cluster_${HEX}_a/b`,
    ` c_${HEX}`,
    `project_${HEX}_member and more`,
    `my-cluster_${HEX}_cluster-owner`,
  ])('are not recognized as ours: %s', (name) => {
    expect(parseGroupName(name)).toBeUndefined();
  });

  test.each(['', 'a/b', 'a b', 'ä'])('a role that could not be read back is refused: "%s"', (role) => {
    expect(() => childGroupName(cluster, role)).toThrow('cannot be part of the name');
  });

  test('are principals in Rancher, different from those of users and other providers (S1-049)', () => {
    expect(groupPrincipal('c_x')).toBe('keycloakoidc_group://c_x');
    expect(groupOfPrincipal('keycloakoidc_group://c_x')).toBe('c_x');
    expect(groupOfPrincipal('keycloakoidc_user://c_x')).toBeUndefined();
    expect(groupOfPrincipal('github_org://1')).toBeUndefined();
  });
});

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
