import { expect, test } from 'vitest';
import { derivedUuid, NIL_UUID } from '../_core/identifier.ts';
import { groupAttributes, ownedMeaning, parseGroupName } from '../cluster-access/groups/group-names.ts';
import { projectGroupNames, projectGroupOwner, sharedClusterUuid } from './project-groups.ts';

const [settingsUuid, scopeUuid] = [derivedUuid(NIL_UUID, 'provider'), derivedUuid(NIL_UUID, 'project')];
const place = { settingsUuid, clusterId: 'c-m-1234abcd', scopeUuid, role: 'workloads-manage' };
const owner = { stage: 'prod', settingsUuid };

test('a project’s groups are named after the cluster, and after project and role (S1-047, S1-048, U8)', () => {
  const { parent, child } = projectGroupNames(place, undefined);
  expect(parent).toBe(`c_${sharedClusterUuid(settingsUuid, 'c-m-1234abcd')}`);
  expect(child).toBe(`project_${scopeUuid}_workloads-manage`);
  expect([parseGroupName(parent)?.kind, parseGroupName(child)?.kind]).toEqual(['parent', 'child']);
  expect(projectGroupNames(place, 'short').child).toBe(`p_${scopeUuid}_workloads-manage`);
});

test('clusters whose ids begin alike have different groups (S1-047)', () => {
  const other = { ...place, clusterId: 'c-m-1234abff' };
  expect(projectGroupNames(other, undefined).parent).not.toBe(projectGroupNames(place, undefined).parent);
});

test('the groups are not those of the access to Paddock’s own clusters', () => {
  const name = projectGroupNames(place, undefined).child;
  const attributes = groupAttributes(projectGroupOwner(owner), scopeUuid);
  expect(ownedMeaning({ name, attributes }, owner)).toBeUndefined();
  expect(ownedMeaning({ name, attributes }, projectGroupOwner(owner))).toMatchObject({ kind: 'child' });
});
