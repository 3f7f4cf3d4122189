import { NotAllowed } from '#shared/errors';
import { type Caller, grantsAt, type Place } from './caller.ts';
import type { Rule } from './permission-rule.ts';
import type { RoleGrant, RoleName } from './role.ts';
import { assertWriteToken } from './write-token.ts';

export type { Rule };

const OWNER = ['CUSTOMER.OWNER'] as const;
const PROJECT_LEADER = ['CUSTOMER.OWNER', 'PROJECT.MANAGER'] as const;
const ADMINISTRATOR = ['CUSTOMER.OWNER', 'PROJECT.MANAGER', 'PROJECT.ADMIN'] as const;
const ANY_ROLE = ['CUSTOMER.OWNER', 'PROJECT.MANAGER', 'PROJECT.ADMIN', 'PROJECT.MEMBER'] as const;

/**
 * The permission table. Every route names its rule (`Operation.rule`). docs/permissions.md is generated from the table,
 * and a test calls every route as every kind of user. The rules follow docs/spec/waldur-http.md#marketplace,
 * docs/spec/waldur-rancher.md#administrators and docs/requirements.md#s0-af-node-permissions.
 */
export const PERMISSIONS = {
  /** Public offerings and the description of the API. Nobody has to sign in for them. */
  'public.see': { seenBy: 'anybody' },
  /** Calls that belong to a sign-in. The caller is not known yet. */
  'sign_in.use': { seenBy: 'anybody' },
  /** Lists. No caller is refused, because a list shows only objects that the caller may see. */
  'visible.list': { seenBy: 'users' },
  /** A user's own account, tokens and keys. */
  'account.use': { seenBy: 'users' },
  'user.see': { seenBy: 'person' },
  'user.create': { seenBy: 'users', may: 'staff' },
  /** Changing one's own account. Only staff may change its permissions and whether it is active. */
  'user.update': { seenBy: 'person', may: 'self' },
  'api_token.delete': { seenBy: 'own' },
  'api_token.create_for_others': { seenBy: 'users', may: 'staff' },
  'ssh_key.see': { seenBy: 'person' },
  'ssh_key.delete': { seenBy: 'person', may: 'self' },
  /** A hook sends everything that its user may see, so nobody else sees the hook. */
  'hook.see': { seenBy: 'own' },
  'hook.change': { seenBy: 'own' },
  /** Links in e-mails, for the recipient of the e-mail. Whoever has such a link needs no other proof. */
  'hook.answer': { seenBy: 'anybody' },
  /** The list of roles, with what each role permits. */
  'role.see': { seenBy: 'users' },
  /**
   * Events: changes in a place, and the users who made them. Events without a place are for staff and support only.
   */
  'event.see': { seenBy: 'project' },
  'customer.see': { seenBy: 'customer' },
  'customer.create': { seenBy: 'users', may: 'staff' },
  'customer.update': { seenBy: 'customer', may: OWNER },
  'customer.delete': { seenBy: 'customer', may: OWNER },
  'customer.add_user': { seenBy: 'customer', may: OWNER },
  'customer.update_user': { seenBy: 'customer', may: OWNER },
  'customer.delete_user': { seenBy: 'customer', may: OWNER },
  'project.see': { seenBy: 'project' },
  'project.create': { seenBy: 'customer', inBody: true, may: OWNER },
  'project.update': { seenBy: 'project', may: PROJECT_LEADER },
  'project.delete': { seenBy: 'project', may: OWNER },
  'project.add_user': { seenBy: 'project', may: PROJECT_LEADER },
  'project.update_user': { seenBy: 'project', may: PROJECT_LEADER },
  'project.delete_user': { seenBy: 'project', may: PROJECT_LEADER },
  /** Invitations, for users who may give the role: owners of the customer, and managers of the project. */
  'invitation.see': { seenBy: 'project', may: PROJECT_LEADER, readOnly: true },
  'invitation.create': { seenBy: 'project', inBody: true, may: PROJECT_LEADER },
  'invitation.manage': { seenBy: 'project', may: PROJECT_LEADER },
  'service_settings.see': { seenBy: 'customer_part' },
  /** Clusters of the provider's Rancher that Paddock does not know. Their names may reveal other customers. */
  'service_settings.see_clusters': { seenBy: 'customer_part', may: OWNER, readOnly: true },
  'service_settings.create': { seenBy: 'users', may: 'staff' },
  'service_settings.update': { seenBy: 'users', may: 'staff' },
  'offering.see': { seenBy: 'customer_part' },
  'offering.create': { seenBy: 'customer', inBody: true, may: OWNER },
  'offering.update': { seenBy: 'customer_part', may: OWNER },
  'offering.check': { seenBy: 'customer_part', may: OWNER, readOnly: true },
  /**
   * Import of clusters that the provider's Rancher already has. The caller must also have the right to approve orders
   * in the project of the imported cluster.
   */
  'offering.import': { seenBy: 'customer_part', may: OWNER },
  /** Site agents of an offering. An agent registers with the API token of an owner of the selling customer. */
  'site_agent.see': { seenBy: 'customer_part' },
  'site_agent.create': { seenBy: 'customer_part', inBody: true, may: OWNER },
  'site_agent.manage': { seenBy: 'customer_part', may: OWNER },
  /** Users of a site agent's resources, as shown to the customer that sells them. */
  'offering_user.see': { seenBy: 'customer_part' },
  /** A customer as a seller of offerings. */
  'service_provider.see': { seenBy: 'customer_part' },
  /** Flavors, images and other objects in the cloud of an offering, for users who could order the offering. */
  'cloud.see': { seenBy: 'users', may: ANY_ROLE, anywhere: true, readOnly: true },
  'tenant.see': { seenBy: 'project' },
  'tenant.register': { seenBy: 'project', inBody: true, may: OWNER },
  /** Registering a tenant without an application credential, which would prove that the caller has access to it. */
  'tenant.register_unproven': { seenBy: 'project', may: 'staff' },
  'order.see': { seenBy: 'sold' },
  'order.create': { seenBy: 'project', inBody: true, may: ANY_ROLE },
  /** Approval by the buyer. If the caller who places an order may also approve it, the order starts at once. */
  'order.approve': { seenBy: 'sold', may: OWNER },
  'order.reject': { seenBy: 'sold', may: OWNER },
  /**
   * Approval by the provider, if the offering requires it. Owners of the selling customer approve the order. They need
   * no role in the buyer's project.
   */
  'order.approve_as_provider': { seenBy: 'sold', may: OWNER },
  /**
   * Reports of a site agent about an order, for owners of the selling customer. There are no reports about orders that
   * Paddock carries out itself.
   */
  'order.carry_out': { seenBy: 'sold', may: OWNER },
  'order.cancel': { seenBy: 'sold', may: ADMINISTRATOR },
  'order.delete': { seenBy: 'sold', may: ADMINISTRATOR },
  'order.retry': { seenBy: 'sold', may: ADMINISTRATOR },
  'resource.see': { seenBy: 'sold' },
  /** A resource as shown to its seller. Buyers have another view. */
  'resource.see_sold': { seenBy: 'customer_part' },
  'resource.update': { seenBy: 'sold', may: ADMINISTRATOR },
  'resource.terminate': { seenBy: 'sold', may: ADMINISTRATOR },
  'resource.update_limits': { seenBy: 'sold', may: ADMINISTRATOR },
  /** Reports of a site agent about a resource. The same users may send them as for reports about orders. */
  'resource.carry_out': { seenBy: 'sold', may: OWNER },
  'resource.report_usage': { seenBy: 'sold', inBody: true, may: OWNER },
  /** A day on which the resource of a customer is terminated, set by those who sell it. Owners are warned by e-mail. */
  'resource.set_end_date_as_provider': { seenBy: 'sold', may: OWNER },
  'resource.set_end_date_by_staff': { seenBy: 'users', may: 'staff' },
  'resource.see_team': { seenBy: 'sold', may: OWNER, readOnly: true },
  /** Waldur's permission RESOURCE.UPDATE_OPTIONS. In Waldur, only owners have it. */
  'resource.update_options': { seenBy: 'sold', may: OWNER },
  /** Corrections by staff of records that do not agree with backends. */
  'resource.set_state': { seenBy: 'users', may: 'staff' },
  'resource.unlink': { seenBy: 'users', may: 'staff' },
  /**
   * A further node raises the price of the cluster, so the same users may add one as may approve orders
   * (docs/spec/nodes.md#added-nodes-of-managed-clusters).
   */
  'managed_resource.add_node': { seenBy: 'project', may: OWNER },
  /** Templates can be chosen in every order, so every user sees them. Only staff may change them. */
  'cluster_template.see': { seenBy: 'users' },
  'cluster_template.change': { seenBy: 'users', may: 'staff' },
  'cluster.see': { seenBy: 'project' },
  /** Objects inside a cluster, such as namespaces and workloads. */
  'content.see': { seenBy: 'project' },
  /** Objects as YAML. The environment of a workload may contain a password, so members do not see it. */
  'content.see_yaml': { seenBy: 'project', may: ADMINISTRATOR, readOnly: true },
  'content.create': { seenBy: 'project', inBody: true, may: ADMINISTRATOR },
  'content.update': { seenBy: 'project', may: ADMINISTRATOR },
  /** Order Rancher to download the index of a catalog again (docs/spec/waldur-rancher.md#contents-of-clusters). */
  'catalog.refresh': { seenBy: 'users', may: 'staff' },
  'cluster.update': { seenBy: 'project', may: ADMINISTRATOR },
  /** Upgrade to another version of Kubernetes, node by node. */
  'cluster.upgrade': { seenBy: 'project', may: ADMINISTRATOR },
  /** Rotate the certificates of the cluster, for which every node restarts. */
  'cluster.rotate_certificates': { seenBy: 'project', may: ADMINISTRATOR },
  /** Stop all machines of the cluster, and start them again. */
  'cluster.hibernate': { seenBy: 'project', may: ADMINISTRATOR },
  'cluster.pull': { seenBy: 'project', may: ADMINISTRATOR },
  /** The cluster's definition with its projects and quotas, without secrets. */
  'cluster.export_yaml': { seenBy: 'project', may: ADMINISTRATOR, readOnly: true },
  /**
   * Creating objects of any kind. This bypasses all other permissions in the cluster
   * (docs/spec/waldur-rancher.md#clusters).
   */
  'cluster.import_yaml': { seenBy: 'users', may: 'staff' },
  'cluster.create_management_security_group': { seenBy: 'project', may: ADMINISTRATOR },
  /**
   * A kubeconfig gives all rights in the cluster. It is only for users who are `cluster-owner` in Rancher
   * (docs/decisions/0030-roles-are-followed-into-rancher-by-a-pass.md).
   */
  'cluster.kubeconfig': { seenBy: 'project', may: PROJECT_LEADER, opens: true },
  /**
   * Nodes. Owners of the customer and managers and administrators of the project may change them. Members of the
   * project may only read them (S0-422 to S0-428).
   */
  'node.see': { seenBy: 'project' },
  /**
   * Owners add nodes to a managed cluster by calls for its resource. They add nodes to a self-managed cluster if the
   * offering allows it.
   */
  'node.create': { seenBy: 'users', may: 'staff' },
  'node.create_in_own_cluster': { seenBy: 'project', may: OWNER },
  'node.pull': { seenBy: 'project', may: ADMINISTRATOR },
  /** The console of a node. Anybody who has its URL can type commands there (S0-407, S0-424). */
  'node.console': { seenBy: 'project', may: ADMINISTRATOR, opens: true },
  'node.console_log': { seenBy: 'project', may: ADMINISTRATOR },
  /** Linking a node to a machine that Paddock did not create. */
  'node.link': { seenBy: 'users', may: 'staff' },
  'node.delete': { seenBy: 'project', may: ADMINISTRATOR },
  /** Deleting a node that cannot be drained. The workloads on the node are lost. */
  'node.force_delete': { seenBy: 'project', may: 'staff' },
  /** Replacing a node by a new one with the same spec. */
  'node.replace': { seenBy: 'project', may: ADMINISTRATOR },
  /** Roles as Rancher defines them. All users may see them. */
  'role_template.see': { seenBy: 'users' },
  /** Accounts in Rancher. Every user who sees a cluster also sees who has a role in it. */
  'rancher_user.see': { seenBy: 'project' },
  /** Access to a cluster through Rancher, given only by administrators (reason: docs/spec/access.md#memberships). */
  'rancher_project.see': { seenBy: 'project' },
  'keycloak_group.see': { seenBy: 'project' },
  'membership.see': { seenBy: 'project' },
  'membership.create': { seenBy: 'project', inBody: true, may: ADMINISTRATOR },
  'membership.delete': { seenBy: 'project', may: ADMINISTRATOR },
  /** Giving any of Rancher's roles. Administrators give no role above their own (cluster-access/grantable-role.ts). */
  'membership.any_role': { seenBy: 'project', may: PROJECT_LEADER },
  'security_group.see': { seenBy: 'project' },
  /** Changing rules of a managed cluster's security groups. */
  'security_group.update': { seenBy: 'project', may: ADMINISTRATOR },
} as const satisfies Record<string, Rule>;
export type RuleName = keyof typeof PERMISSIONS;

type Refusing = {
  [Name in RuleName]: (typeof PERMISSIONS)[Name] extends { may: 'staff' | readonly string[] } ? Name : never;
};
/**
 * Name of a rule that forbids its action to some of the users who see the object. Use cases have to check only such
 * rules.
 */
export type Action = Refusing[RuleName];

export const ruleOf = (name: RuleName): Rule => PERMISSIONS[name];

/** The actions that a role permits, except reading. */
export const permissionsOf = (role: RoleName): string[] =>
  Object.entries<Rule>(PERMISSIONS).flatMap(([name, { may: doers }]) =>
    typeof doers === 'object' && doers.includes(role) ? [name] : [],
  );

export function may(caller: Caller, action: Action, place?: Place): boolean {
  if (caller.user.isStaff) return true;
  const { readOnly } = ruleOf(action);
  if (readOnly && caller.user.isSupport) return true;
  return place !== undefined && grantsFor(caller, action, place).length > 0;
}

/** The caller's grants that permit the action in any place. */
export function grantsOf({ grants }: Caller, action: Action): RoleGrant[] {
  const { may: doers } = ruleOf(action);
  return grants.filter(({ role }) => typeof doers === 'object' && doers.includes(role));
}

/** The caller's grants that permit the action in this place. Staff may carry out the action without a grant. */
export function grantsFor(caller: Caller, action: Action, place: Place): RoleGrant[] {
  const { may: doers } = ruleOf(action);
  return typeof doers === 'object' ? grantsAt(caller, doers, place) : [];
}

/**
 * Throws NotAllowed (403) if the caller may not carry out the action at the object's place. Check first that the caller
 * sees the object; otherwise the answer has to be 404.
 */
export function assertPermitted(caller: Caller, action: Action, place?: Place): void {
  if (!may(caller, action, place)) throw new NotAllowed();
  if (ruleOf(action).opens) assertWriteToken(caller);
}
