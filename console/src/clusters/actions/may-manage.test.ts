import { expect, test } from 'vitest';
import { mayAddNode, mayGetKubeconfig, mayManage } from './may-manage.ts';

type Role = 'CUSTOMER.OWNER' | 'PROJECT.MANAGER' | 'PROJECT.ADMIN' | 'PROJECT.MEMBER';
type May = { manage: boolean; kubeconfig: boolean; node: boolean };

const NOTHING = { manage: false, kubeconfig: false, node: false };
const ALL = { manage: true, kubeconfig: true, node: true };

test.each<[boolean, Role, string, May]>([
  [false, 'CUSTOMER.OWNER', 'c', ALL],
  [false, 'CUSTOMER.OWNER', 'other', NOTHING],
  [false, 'PROJECT.MANAGER', 'p', { ...ALL, node: false }],
  [false, 'PROJECT.ADMIN', 'p', { ...NOTHING, manage: true }],
  [false, 'PROJECT.MANAGER', 'other', NOTHING],
  [false, 'PROJECT.MEMBER', 'p', NOTHING],
  [true, 'PROJECT.MEMBER', 'p', ALL],
])(
  'staff %s with the role %s in %s may change clusters, get kubeconfigs and add nodes: %j',
  (is_staff, role_name, scope_uuid, may) => {
    const permission = {
      ...{ role_name, scope_uuid, scope_type: 'project' as const, customer_uuid: 'c' },
      expiration_time: null,
    };
    const person = { is_staff, permissions: [permission] };
    const place = { customer_uuid: 'c', project_uuid: 'p' };
    const found = {
      manage: mayManage(person, place),
      kubeconfig: mayGetKubeconfig(person, place),
      node: mayAddNode(person, place),
    };
    expect(found).toEqual(may);
  },
);
