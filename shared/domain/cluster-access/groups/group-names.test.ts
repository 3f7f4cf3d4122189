import { describe, expect, test } from 'vitest';
import { childGroupName, groupOfPrincipal, groupPrincipal, parentGroupName, readGroupName } from './group-names.ts';

const HEX = '0123456789abcdef0123456789abcdef';
const cluster = { type: 'cluster', uuid: HEX } as const;
const project = { type: 'project', uuid: HEX } as const;

describe('names of groups', () => {
  test('a cluster’s groups are below a group that has its whole uuid (S1-047)', () => {
    expect(parentGroupName(HEX)).toBe(`c_${HEX}`);
    expect(readGroupName(`c_${HEX}`)).toEqual({ kind: 'parent', clusterUuid: HEX });
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
      expect(readGroupName(name)).toEqual({ kind: 'child', scope, role, style });
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
    expect(readGroupName(name)).toBeUndefined();
  });

  test.each(['', 'a/b', 'a b', 'ä'])('a role that could not be read back is refused: "%s"', (role) => {
    expect(() => childGroupName(cluster, role)).toThrow('cannot be the role');
  });

  test('are principals in Rancher, different from those of users and other providers (S1-049)', () => {
    expect(groupPrincipal('c_x')).toBe('keycloakoidc_group://c_x');
    expect(groupOfPrincipal('keycloakoidc_group://c_x')).toBe('c_x');
    expect(groupOfPrincipal('keycloakoidc_user://c_x')).toBeUndefined();
    expect(groupOfPrincipal('github_org://1')).toBeUndefined();
  });
});
