import { describe, expect, test } from 'vitest';
import { aUuid } from '#test/builders/builders';
import { argocdSecretName, clusterTag, isPortOf, nextNodeName, nodeTag, portName, vaultNames } from './naming.ts';

describe('names and tags', () => {
  test('a node’s has the lowest free number of its role, which is then taken (R-9b-W4)', () => {
    const taken = new Set(['c-rancher-node-agent-2']);
    const names = [1, 2, 3].map(() => nextNodeName('c', 'agent', taken));
    expect(names).toEqual(['c-rancher-node-agent-1', 'c-rancher-node-agent-3', 'c-rancher-node-agent-4']);
    expect(nextNodeName('c', 'server', taken)).toBe('c-rancher-node-server-1');
  });

  test('a cluster’s in Vault and Argo CD contain its uuid (R-9b-W4)', () => {
    const uuid = '0123456789abcdef0123456789abcdef';
    expect(vaultNames(uuid)).toEqual({
      policy: `rancher-provisioning-policy-${uuid}`,
      role: `rancher-provisioning-role-${uuid}`,
      secretPath: `rancher/cluster-${uuid}`,
    });
    expect(argocdSecretName(uuid)).toBe(`cluster-${uuid}`);
  });

  test('a server’s tags follow Nova’s rules: at most 60 characters, without comma and slash', () => {
    for (const tag of [clusterTag(aUuid()), nodeTag(aUuid())]) expect(tag).toMatch(/^[^,/]{1,60}$/);
  });

  test('a port belongs to the cluster at the end of its name, even if nodes’ names are similar', () => {
    const [ours, theirs] = [aUuid(), aUuid()];
    const name = portName('c-rancher-node-server-1', ours);
    expect(isPortOf(ours, name)).toBe(true);
    expect(isPortOf(theirs, name)).toBe(false);
    expect(isPortOf(ours, ours)).toBe(false);
  });
});
