import type { RancherUser } from '../_core/identity-objects.ts';
import { normanRecord } from '../norman/norman-record.ts';
import type { Caller } from './caller.ts';

const KINDS = ['clusterRoleTemplateBindings', 'globalRoleBindings', 'projectRoleTemplateBindings', 'tokens'];

/** A user as the caller sees it, with the changes that this caller may make. */
export function userView({ password: _, ...user }: RancherUser, caller: Caller, baseUrl: string) {
  const { id, username, name, description, enabled, mustChangePassword, labels } = user;
  const at = `${baseUrl}/v3/users`;
  const mayUpdate = caller.may('update', { resource: 'users', name: id });
  const { links, ...record } = normanRecord(at, 'user', user, {
    ...{ username, ...(name !== undefined && { name }), description, enabled, mustChangePassword, labels },
    annotations: { 'lifecycle.cattle.io/create.mgmt-auth-users-controller': 'true' },
    conditions: conditionsOf(user),
    ...{ me: caller.userId === id, principalIds: [...(user.principal ? [user.principal] : []), `local://${id}`] },
    actions: {
      setpassword: `${at}/${id}?action=setpassword`,
      ...(mayUpdate && { refreshauthprovideraccess: `${at}/${id}?action=refreshauthprovideraccess` }),
    },
  });
  const { update, ...own } = links;
  const others = KINDS.map((kind) => [kind, `${baseUrl}/v3/${kind}?userId=${id}`]);
  return { ...record, links: { ...Object.fromEntries(others), ...own, ...(mayUpdate && { update }) } };
}

/** A controller writes this condition for all users except the administrator of the installation. */
const conditionsOf = ({ createdAt, creatorId }: Omit<RancherUser, 'password'>) =>
  creatorId === null ? null : [{ type: 'InitialRolesPopulated', status: 'True', lastUpdateTime: createdAt }];
