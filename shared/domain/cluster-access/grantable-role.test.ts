import { expect, test } from 'vitest';
import { NotAllowed } from '#shared/errors';
import { aRancherProject } from '#test/builders/access-builders';
import { aCallerWith, aCluster, aStranger, aUuid, staff, support } from '#test/builders/builders';
import type { RoleName } from '../organizations/role.ts';
import { assertMayGive, mayGive, type RoleToGive } from './grantable-role.ts';
import type { RancherProject } from './rancher-project.ts';

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
  ['the role of a member of the cluster', inCluster('cluster-member'), ADMINISTRATORS],
  ['read access to its nodes', inCluster('nodes-view'), ADMINISTRATORS],
  ['read access to its members', inCluster('clusterroletemplatebindings-view'), ADMINISTRATORS],
  ['read access to its catalogs', inCluster('clustercatalogs-view'), ADMINISTRATORS],
  ['read access to its projects', inCluster('projects-view'), ADMINISTRATORS],
  ['who its members are', inCluster('clusterroletemplatebindings-manage'), LEADERS],
  ['its nodes', inCluster('nodes-manage'), LEADERS],
  ['its backups', inCluster('backups-manage'), LEADERS],
  ['Kubernetes’ own administrator', inCluster('cluster-admin'), LEADERS],
  ['a role made by a Rancher administrator', inCluster('rt-x7k2p'), LEADERS],
  ['a role with the name of a read-only one', inCluster('secrets-view'), LEADERS],
  ['a project of it', inProject(), ADMINISTRATORS],
  ['work in a project of it', inProject({}, 'project-member'), ADMINISTRATORS],
  ['read access to a project of it', inProject({}, 'read-only'), ADMINISTRATORS],
  ['the secrets of a project of it', inProject({}, 'secrets-manage'), ADMINISTRATORS],
  ['a project of it, by a role made by a Rancher administrator', inProject({}, 'rt-x7k2p'), LEADERS],
  ['a project of it, by a role with a name like Rancher’s own', inProject({}, 'pods-manage'), LEADERS],
  ['its System project', inProject({ isSystem: true, name: 'Renamed' }), LEADERS],
  ['a project with the name of the System project', inProject({ name: 'System' }), LEADERS],
  ['an unknown project', inProject({ isSystem: undefined }), LEADERS],
  ['a project that is gone', { ...inProject(), project: undefined }, LEADERS],
  ['a project that kube-system was moved to', holding('shop', 'kube-system'), LEADERS],
  ['a project that Rancher’s agent was moved to', holding('cattle-system'), LEADERS],
  ['a project that Longhorn was moved to', holding('shop', 'longhorn-system'), LEADERS],
  ['a project that was sold', { ...inProject(), isSold: true }, LEADERS],
  ['a project with namespaces of users', holding('shop', 'cubes'), ADMINISTRATORS],
])('%s is given by callers who have it, at their place', (_, role, givers) => {
  const all: RoleName[] = [...ADMINISTRATORS, 'PROJECT.MEMBER'];
  expect(all.filter((name) => mayGive(aCallerWith(name, place), place, role))).toEqual(givers);
  const elsewhere = { customerUuid: aUuid(), projectUuid: aUuid() };
  expect(all.filter((name) => mayGive(aCallerWith(name, elsewhere), place, role))).toEqual([]);
  expect([staff(), support(), aStranger()].map((caller) => mayGive(caller, place, role))).toEqual([true, false, false]);
});

test('the refusal names the role and, for a project, the reason', () => {
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
    'Only managers of the project and owners of the customer can give or remove the role cluster-owner.',
  );
  expect(refused(inProject({ isSystem: true }))).toBe(
    'Only managers of the project and owners of the customer can give or remove the role project-owner in the System project.',
  );
  expect(refused(inCluster('cluster-member'))).toBe('given');
});
