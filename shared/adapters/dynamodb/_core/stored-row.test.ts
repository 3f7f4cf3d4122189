import { expect, test } from 'vitest';
import { NO_FACTS } from '#shared/domain/nodes/node';
import { aCluster, aNode } from '#test/builders/builders';
import { rowOf } from './kind.ts';
import { CLUSTERS, NODES } from './kinds.ts';
import { readRow, storedRow } from './stored-row.ts';

const EMPTY = { portId: '', instanceId: '', backendId: '', volumeIds: [], addresses: [], facts: NO_FACTS } as const;

test.each([
  ['of which nothing is known yet', aNode({ ...EMPTY, volumeIds: [], addresses: [] })],
  ['that runs', aNode()],
  ['of which some is known', aNode({ facts: { ...NO_FACTS, k8sVersion: 'v1.31.7+rke2r1' } })],
])('a node %s is read as it was written', (_, node) => {
  const row = rowOf(NODES, node);
  expect(readRow(storedRow(row))).toEqual(row);
});

test('a node stands in the table without what its keys say, and without what is empty', () => {
  const node = aNode({ ...EMPTY, volumeIds: [], addresses: [] });
  const stored = storedRow(rowOf(NODES, node));
  for (const field of ['uuid', 'clusterUuid', ...Object.keys(EMPTY)]) expect(stored).not.toHaveProperty(field);
  expect(stored).toMatchObject({ kind: 'NODE', spec: node.spec, state: node.state });
});

test('rows of other kinds stand there as they are', () => {
  const row = rowOf(CLUSTERS, aCluster());
  expect(storedRow(row)).toEqual(row);
  expect(readRow(row)).toEqual(row);
});
