import { expect, test } from 'vitest';
import { NotAllowed } from '#shared/errors';
import { aRancherProject } from '#test/access-builders';
import { aCallerWith, aCluster, aStranger, aUuid, staff, support } from '#test/builders';
import type { RoleName } from '../organizations/role.ts';
import type { RancherProject } from './rancher-project.ts';
import { assertMayGive, mayGive, type RoleToGive } from './role-to-give.ts';

const place = { customerUuid: aUuid(), projectUuid: aUuid() };
const inCluster = (name: string): RoleToGive => ({ scopeType: 'cluster', name });
const inProject = (fields: Partial<RancherProject> = {}, name = 'project-owner'): RoleToGive => ({
  ...{ scopeType: 'project', name },
  project: aRancherProject(aCluster(), { name: 'analytics', isSystem: false, ...fields }),
});
const holding = (...names: string[]) => inProject({ namespaces: names.map((name) => ({ uuid: aUuid(), name })) });

const LEADERS: RoleName[] = ['CUSTOMER.OWNER', 'PROJECT.MANAGER'];
const ADMINISTRATORS: RoleName[] = [...LEADERS, 'PROJECT.ADMIN'];

test.each<[what: string, role: RoleToGive, givers: RoleName[]]>([
  ['the whole cluster', inCluster('cluster-owner'), LEADERS],
  ['a membership of the cluster', inCluster('cluster-member'), ADMINISTRATORS],
  ['a look at its nodes', inCluster('nodes-view'), ADMINISTRATORS],
  ['a look at its members', inCluster('clusterroletemplatebindings-view'), ADMINISTRATORS],
  ['a look at its catalogs', inCluster('clustercatalogs-view'), ADMINISTRATORS],
  ['a look at its projects', inCluster('projects-view'), ADMINISTRATORS],
  ['who its members are', inCluster('clusterroletemplatebindings-manage'), LEADERS],
  ['its nodes', inCluster('nodes-manage'), LEADERS],
  ['its backups', inCluster('backups-manage'), LEADERS],
  ['Kubernetes’ own administrator', inCluster('cluster-admin'), LEADERS],
  ['what an administrator of Rancher has made', inCluster('rt-x7k2p'), LEADERS],
  ['what is called like a view only', inCluster('secrets-view'), LEADERS],
  ['a project of it', inProject(), ADMINISTRATORS],
  ['a project of it, by a role of somebody’s making', inProject({}, 'rt-x7k2p'), ADMINISTRATORS],
  ['its System project', inProject({ isSystem: true, name: 'Renamed' }), LEADERS],
  ['one that is called as that is', inProject({ name: 'System' }), LEADERS],
  ['one of which nothing is known', inProject({ isSystem: undefined }), LEADERS],
  ['a project that is gone', { ...inProject(), project: undefined }, LEADERS],
  ['one that kube-system was moved to', holding('shop', 'kube-system'), LEADERS],
  ['one that Rancher’s agent was moved to', holding('cattle-system'), LEADERS],
  ['one with namespaces of people', holding('shop', 'kube-state'), ADMINISTRATORS],
])('%s is given by those who have it, at their place', (_, role, givers) => {
  const all: RoleName[] = [...ADMINISTRATORS, 'PROJECT.MEMBER'];
  expect(all.filter((name) => mayGive(aCallerWith(name, place), place, role))).toEqual(givers);
  const elsewhere = { customerUuid: aUuid(), projectUuid: aUuid() };
  expect(all.filter((name) => mayGive(aCallerWith(name, elsewhere), place, role))).toEqual([]);
  expect([staff(), support(), aStranger()].map((caller) => mayGive(caller, place, role))).toEqual([true, false, false]);
});

test('the refusal names the role, and of a project why', () => {
  const admin = aCallerWith('PROJECT.ADMIN', place);
  const refused = (role: RoleToGive) => {
    try {
      assertMayGive(admin, place, role);
      return 'given';
    } catch (error) {
      return error instanceof NotAllowed ? error.message : error;
    }
  };
  expect(refused(inCluster('cluster-owner'))).toBe(
    'The role cluster-owner is given and taken away by managers of the project and owners of the customer only.',
  );
  expect(refused(inProject({ isSystem: true }))).toBe(
    'The role project-owner in the System project is given and taken away by managers of the project and owners of the customer only.',
  );
  expect(refused(inCluster('cluster-member'))).toBe('given');
});
