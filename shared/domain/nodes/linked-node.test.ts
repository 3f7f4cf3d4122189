import { describe, expect, test } from 'vitest';
import { aNode, aUuid } from '#test/builders/builders';
import { clusterTag, nodeTag } from '../planning/naming.ts';
import { isAnothers, ownerTagsOf, serverNamed } from './linked-node.ts';

const node = aNode();
const server = (...tags: string[]) => ({
  id: 'server-1',
  name: 'k8s-00',
  tags,
  status: 'ACTIVE',
  volumeIds: [],
  addresses: [],
});

describe('a server belongs to somebody else', () => {
  test.each([
    ['by the tag of another node', nodeTag(aUuid())],
    ['by the tag of another cluster alone, as a load balancer or a machine of a pool has it', clusterTag(aUuid())],
  ])('%s, so it is neither linked nor found by its name', (_, tag) => {
    expect(isAnothers(node, server(tag, 'other'))).toBe(true);
    expect(serverNamed('k8s-00', [server(tag)])).toBeUndefined();
  });

  test('but not by its own tags, or by tags that Paddock does not write', () => {
    expect(isAnothers(node, server(...ownerTagsOf(node)))).toBe(false);
    expect(isAnothers(node, server('production'))).toBe(false);
    expect(serverNamed('k8s-00', [server('production')])).toMatchObject({ id: 'server-1' });
  });
});
