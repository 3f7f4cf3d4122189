import { expect, test } from 'vitest';
import { groupFieldsOfPatch, newGroupFields, parseClusterPatch, parseMagnumUpgrade } from './change-bodies.ts';

const refusal = (read: () => unknown): unknown => {
  try {
    return read();
  } catch (error) {
    return error instanceof Error && 'body' in error ? error.body : error;
  }
};

test('a patch of a cluster replaces its number of nodes, and nothing else (M41)', () => {
  expect(parseClusterPatch([{ op: 'replace', path: '/node_count', value: '3' }])).toEqual({ node_count: '3' });
  for (const path of ['/master_count', '/labels/kube_tag', '/node_count/1']) {
    expect(refusal(() => parseClusterPatch([{ op: 'replace', path, value: 1 }]))).toHaveProperty('patch');
  }
  expect(refusal(() => parseClusterPatch([{ op: 'remove', path: '/node_count' }]))).toHaveProperty('patch');
});

test('an upgrade is of the whole cluster (M24)', () => {
  const body = { cluster_template: 'new', max_batch_size: 2, nodegroup: null };
  expect(parseMagnumUpgrade(body)).toEqual({ template: 'new', maxBatchSize: 2 });
  expect(refusal(() => parseMagnumUpgrade({ ...body, nodegroup: 'default-worker' }))).toHaveProperty('nodegroup');
});

test('a new node group has taints as Kubernetes writes them, and what its cluster has is refused (M26)', () => {
  const taints = ['dedicated=gpu:NoSchedule', 'spot:NoExecute'];
  const body = { name: 'gpu', node_count: 1, labels: {}, merge_labels: false, image_id: null, node_taints: taints };
  expect(newGroupFields({ ...body, node_labels: { tier: 1 } })).toEqual({
    ...{ name: 'gpu', node_count: 1, node_labels: { tier: '1' } },
    node_taints: [
      { key: 'dedicated', value: 'gpu', effect: 'NoSchedule' },
      { key: 'spot', value: '', effect: 'NoExecute' },
    ],
  });
  expect(refusal(() => newGroupFields({ ...body, image_id: 'other' }))).toHaveProperty('image_id');
  expect(refusal(() => newGroupFields({ ...body, labels: { kube_tag: 'v1' } }))).toHaveProperty('labels');
});

test('a patch of a node group changes bounds, labels and taints of its nodes (M26)', () => {
  const patch = [
    { op: 'replace', path: '/min_node_count', value: 1 },
    { op: 'remove', path: '/max_node_count' },
    { op: 'replace', path: '/node_taints', value: ['a=b:NoSchedule'] },
  ];
  expect(groupFieldsOfPatch(patch)).toEqual({
    ...{ min_node_count: 1, max_node_count: null },
    node_taints: [{ key: 'a', value: 'b', effect: 'NoSchedule' }],
  });
  expect(refusal(() => groupFieldsOfPatch([{ op: 'replace', path: '/role', value: 'x' }]))).toHaveProperty('patch');
});
