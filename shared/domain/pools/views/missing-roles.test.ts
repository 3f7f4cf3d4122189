import { expect, test } from 'vitest';
import type { RancherRole } from '../../planning/rancher-role.ts';
import { missingRoles, missingRolesText } from './missing-roles.ts';

const machine = (isRegistered: boolean, ...roles: RancherRole[]) => ({ roles, isRegistered });
const text = (roles: string) => `Rancher waits until a machine with each of these roles has registered: ${roles}.`;

test.each<[string, Parameters<typeof missingRoles>[0], string]>([
  ['no machine', [], text('etcd, controlplane, worker')],
  ['a machine that has not registered', [machine(false, 'worker')], text('etcd, controlplane, worker')],
  ['servers only', [machine(true, 'etcd', 'controlplane')], text('worker')],
  ['one of each', [machine(true, 'etcd', 'controlplane'), machine(true, 'worker')], ''],
])('a cluster with %s says what Rancher waits for (T44)', (_what, machines, said) => {
  expect(missingRolesText(missingRoles(machines))).toBe(said);
});
