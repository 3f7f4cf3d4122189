import { expect, test } from 'vitest';
import { assertMayMove } from './namespace-move.ts';

const clusterId = 'c-m-1';
const OWNER = { cluster: 'cluster-owner' } as const;
const ADMINISTRATOR = { cluster: 'cluster-member', project: 'project-owner' } as const;
const SUPPORT = { cluster: 'cluster-member', project: 'read-only' } as const;
const project = { clusterId, isSystem: false };
const system = { clusterId, isSystem: true };
const elsewhere = { clusterId: 'c-m-2', isSystem: false };

test.each([
  ['an owner', OWNER, project],
  ['an owner, from no project', OWNER, undefined],
  ['an administrator', ADMINISTRATOR, project],
])('%s may move a namespace to a project', (_who, role, from) => {
  expect(() => assertMayMove(role, { clusterId, from, to: project })).not.toThrow();
});

test.each([
  ['an owner into System', OWNER, project, system, 'into Rancher’s System'],
  ['an owner out of System', OWNER, system, project, 'out of Rancher’s System'],
  ['an owner into another cluster', OWNER, project, elsewhere, 'must be in the cluster'],
  ['an owner into a project that does not exist', OWNER, project, undefined, 'must be in the cluster'],
  ['an administrator into System', ADMINISTRATOR, project, system, 'into Rancher’s System'],
  ['an administrator from a project that is not theirs', ADMINISTRATOR, undefined, project, 'You may not manage'],
  ['support', SUPPORT, project, project, 'You may not manage'],
])('%s may not move a namespace', (_who, role, from, to, words) => {
  expect(() => assertMayMove(role, { clusterId, from, to })).toThrow(words);
});
