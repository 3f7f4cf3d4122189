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
 * The permission table. Every route names its row (`Operation.rule`). docs/permissions.md is generated from the table,
 * and a test calls every route as every kind of user. Rows follow docs/spec/waldur-http.md#marketplace,
 * docs/spec/waldur-rancher.md#administrators and docs/requirements.md#s0-af-node-permissions.
 */
export const PERMISSIONS = {
  /** Public offerings and the API's description, which everybody may see. */
  'public.see': { seenBy: 'anybody' },
  /** Calls of a sign-in, before the caller is known. */
  'sign_in.use': { seenBy: 'anybody' },
  /** Lists. They are never refused, because they show only what the caller may see. */
  'visible.list': { seenBy: 'users' },
  /** A user's own account, tokens and keys. */
  'account.use': { seenBy: 'users' },
  'user.see': { seenBy: 'person' },
  'user.create': { seenBy: 'users', may: 'staff' },
  /** Changing one's own account. Only staff changes permissions and whether the account is active. */
  'user.update': { seenBy: 'person', may: 'self' },
  'api_token.delete': { seenBy: 'own' },
  'api_token.create_for_others': { seenBy: 'users', may: 'staff' },
  'ssh_key.see': { seenBy: 'person' },
  'ssh_key.delete': { seenBy: 'person', may: 'self' },
  /** Hooks are seen only by their own user, because they send events that this user may see. */
  'hook.see': { seenBy: 'own' },
  'hook.change': { seenBy: 'own' },
  /** Links in e-mails, for the reader of the mailbox. Whoever has the link needs no other proof. */
  'hook.answer': { seenBy: 'anybody' },
  /** The list of roles, with what each role permits. */
  'role.see': { seenBy: 'users' },
  /** Events: changes in a place, and who made them. Events without a place are for staff and support. */
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
  /** Invitations are for users who may give the role: in a customer its owners, in a project also the project's managers. */
  'invitation.see': { seenBy: 'project', may: PROJECT_LEADER, readOnly: true },
  'invitation.create': { seenBy: 'project', inBody: true, may: PROJECT_LEADER },
  'invitation.manage': { seenBy: 'project', may: PROJECT_LEADER },
  'service_settings.see': { seenBy: 'customer_part' },
  /** Clusters of the provider's Rancher that Paddock does not know. Their names may say something about others. */
  'service_settings.see_clusters': { seenBy: 'customer_part', may: OWNER, readOnly: true },
  'service_settings.create': { seenBy: 'users', may: 'staff' },
  'service_settings.update': { seenBy: 'users', may: 'staff' },
  'offering.see': { seenBy: 'customer_part' },
  'offering.create': { seenBy: 'customer', inBody: true, may: OWNER },
  'offering.update': { seenBy: 'customer_part', may: OWNER },
  'offering.check': { seenBy: 'customer_part', may: OWNER, readOnly: true },
  /**
   * Clusters that the provider's Rancher already has. To import a cluster, the caller must also be able to approve
   * orders in its project.
   */
  'offering.import': { seenBy: 'customer_part', may: OWNER },
  /** Site agents of an offering. An agent registers itself with the token of an owner of the selling customer. */
  'site_agent.see': { seenBy: 'customer_part' },
  'site_agent.create': { seenBy: 'customer_part', inBody: true, may: OWNER },
  'site_agent.manage': { seenBy: 'customer_part', may: OWNER },
  /** Users of what the offerings of a site agent sell, for the seller. */
  'offering_user.see': { seenBy: 'customer_part' },
  /** A customer in its role as seller. */
  'service_provider.see': { seenBy: 'customer_part' },
  /** Flavors, images and other objects that the cloud of an offering has, for users who could order it. */
  'cloud.see': { seenBy: 'users', may: ANY_ROLE, anywhere: true, readOnly: true },
  'tenant.see': { seenBy: 'project' },
  'tenant.register': { seenBy: 'project', inBody: true, may: OWNER },
  /** Registering a tenant without proof of access. An application credential of the tenant would be such proof. */
  'tenant.register_unproven': { seenBy: 'project', may: 'staff' },
  'order.see': { seenBy: 'sold' },
  'order.create': { seenBy: 'project', inBody: true, may: ANY_ROLE },
  /** Approval by the buyer. An order starts at once if the caller who places it may approve it. */
  'order.approve': { seenBy: 'sold', may: OWNER },
  'order.reject': { seenBy: 'sold', may: OWNER },
  /**
   * Approval by the provider, if the offering requires it. Owners of the selling customer approve, and need no role in
   * the buyer's project.
   */
  'order.approve_as_provider': { seenBy: 'sold', may: OWNER },
  /**
   * Reports of a site agent about an order, for owners of the selling customer. Orders that Paddock carries out itself
   * get no reports.
   */
  'order.carry_out': { seenBy: 'sold', may: OWNER },
  'order.cancel': { seenBy: 'sold', may: ADMINISTRATOR },
  'order.delete': { seenBy: 'sold', may: ADMINISTRATOR },
  'order.retry': { seenBy: 'sold', may: ADMINISTRATOR },
  'resource.see': { seenBy: 'sold' },
  /** The seller's view of a resource. The buyer has another view. */
  'resource.see_sold': { seenBy: 'customer_part' },
  'resource.update': { seenBy: 'sold', may: ADMINISTRATOR },
  'resource.terminate': { seenBy: 'sold', may: ADMINISTRATOR },
  'resource.update_limits': { seenBy: 'sold', may: ADMINISTRATOR },
  /** Reports of a site agent about a resource, with the same rule as reports about orders. */
  'resource.carry_out': { seenBy: 'sold', may: OWNER },
  'resource.report_usage': { seenBy: 'sold', inBody: true, may: OWNER },
  'resource.see_team': { seenBy: 'sold', may: OWNER, readOnly: true },
  /** Waldur's permission RESOURCE.UPDATE_OPTIONS, which only owners have in Waldur. */
  'resource.update_options': { seenBy: 'sold', may: OWNER },
  /** Staff corrects records by hand when they do not agree with backends. */
  'resource.set_state': { seenBy: 'users', may: 'staff' },
  'resource.unlink': { seenBy: 'users', may: 'staff' },
  /**
   * Adding a node raises the cluster's price, so the rule is that of approving orders
   * (docs/spec/nodes.md#added-nodes-of-managed-clusters).
   */
  'managed_resource.add_node': { seenBy: 'project', may: OWNER },
  /** Templates are choices of whoever orders, so everybody sees them. Staff keeps them. */
  'cluster_template.see': { seenBy: 'users' },
  'cluster_template.change': { seenBy: 'users', may: 'staff' },
  'cluster.see': { seenBy: 'project' },
  /** Namespaces, workloads and everything else in a cluster. */
  'content.see': { seenBy: 'project' },
  /** Objects as YAML: what is in the environment of a workload may be a password. */
  'content.see_yaml': { seenBy: 'project', may: ADMINISTRATOR, readOnly: true },
  'content.create': { seenBy: 'project', inBody: true, may: ADMINISTRATOR },
  'content.update': { seenBy: 'project', may: ADMINISTRATOR },
  /** Rancher downloads the index of a catalog again (docs/spec/waldur-rancher.md#contents-of-clusters). */
  'catalog.refresh': { seenBy: 'users', may: 'staff' },
  'cluster.update': { seenBy: 'project', may: ADMINISTRATOR },
  /** Upgrade to another version of Kubernetes, node by node. */
  'cluster.upgrade': { seenBy: 'project', may: ADMINISTRATOR },
  /** Stop all its machines, and start them again. */
  'cluster.hibernate': { seenBy: 'project', may: ADMINISTRATOR },
  'cluster.pull': { seenBy: 'project', may: ADMINISTRATOR },
  /** The cluster's definition with its projects and quotas, without secrets. */
  'cluster.export_yaml': { seenBy: 'project', may: ADMINISTRATOR, readOnly: true },
  /** Creating objects of any kind, which bypasses the cluster's own permissions (docs/spec/waldur-rancher.md#clusters). */
  'cluster.import_yaml': { seenBy: 'users', may: 'staff' },
  'cluster.create_management_security_group': { seenBy: 'project', may: ADMINISTRATOR },
  /**
   * A kubeconfig permits everything in the cluster, so it is for users who are `cluster-owner` in Rancher
   * (docs/decisions/0030-roles-are-followed-into-rancher-by-a-pass.md).
   */
  'cluster.kubeconfig': { seenBy: 'project', may: PROJECT_LEADER, opens: true },
  /**
   * Nodes. Owners of the customer, and managers and administrators of the project, may change nodes; members may only
   * read (S0-422 to S0-428).
   */
  'node.see': { seenBy: 'project' },
  /** Owners add nodes to a managed cluster through its resource, and to a self-managed cluster if the offering allows it. */
  'node.create': { seenBy: 'users', may: 'staff' },
  'node.create_in_own_cluster': { seenBy: 'project', may: OWNER },
  'node.pull': { seenBy: 'project', may: ADMINISTRATOR },
  /** The node's screen. Anybody who has its address can type there (S0-407, S0-424). */
  'node.console': { seenBy: 'project', may: ADMINISTRATOR, opens: true },
  'node.console_log': { seenBy: 'project', may: ADMINISTRATOR },
  /** Linking a node to a machine that Paddock did not create. */
  'node.link': { seenBy: 'users', may: 'staff' },
  'node.delete': { seenBy: 'project', may: ADMINISTRATOR },
  /** Deleting a node that cannot be drained. The workloads on the node are lost. */
  'node.force_delete': { seenBy: 'project', may: 'staff' },
  /** Replacing a node by a new one with the same spec. */
  'node.replace': { seenBy: 'project', may: ADMINISTRATOR },
  /** Roles of a provider's Rancher, which all users may see. */
  'role_template.see': { seenBy: 'users' },
  /** Accounts in Rancher. Users who see a cluster see who has a role in it. */
  'rancher_user.see': { seenBy: 'project' },
  /**
   * Access to a cluster through Rancher, which only administrators of the cluster give (docs/spec/access.md#memberships
   * says why).
   */
  'rancher_project.see': { seenBy: 'project' },
  'keycloak_group.see': { seenBy: 'project' },
  'membership.see': { seenBy: 'project' },
  'membership.create': { seenBy: 'project', inBody: true, may: ADMINISTRATOR },
  'membership.delete': { seenBy: 'project', may: ADMINISTRATOR },
  /** Giving any of Rancher's roles. Administrators give only roles up to their own (cluster-access/grantable-role.ts). */
  'membership.any_role': { seenBy: 'project', may: PROJECT_LEADER },
  'security_group.see': { seenBy: 'project' },
  /** Changing rules of a managed cluster's security groups. */
  'security_group.update': { seenBy: 'project', may: ADMINISTRATOR },
} as const satisfies Record<string, Rule>;
export type RuleName = keyof typeof PERMISSIONS;

type Refusing = {
  [Name in RuleName]: (typeof PERMISSIONS)[Name] extends { may: 'staff' | readonly string[] } ? Name : never;
};
/** A row that refuses some of the users who see the object. Only such rows have to be checked. */
export type Action = Refusing[RuleName];

export const ruleOf = (name: RuleName): Rule => PERMISSIONS[name];

/** The actions that a role permits besides reading. */
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

/** The caller's grants that permit the action, in whatever place each was given. */
export function grantsOf({ grants }: Caller, action: Action): RoleGrant[] {
  const { may: doers } = ruleOf(action);
  return grants.filter(({ role }) => typeof doers === 'object' && doers.includes(role));
}

/** The caller's grants that permit the action in this place. Staff needs none. */
export function grantsFor(caller: Caller, action: Action, place: Place): RoleGrant[] {
  const { may: doers } = ruleOf(action);
  return typeof doers === 'object' ? grantsAt(caller, doers, place) : [];
}

/**
 * Throws NotAllowed (403) unless the caller may do this at the object's place. First check that the caller sees the
 * object, which is a 404 otherwise.
 */
export function assertPermitted(caller: Caller, action: Action, place?: Place): void {
  if (!may(caller, action, place)) throw new NotAllowed();
  if (ruleOf(action).opens) assertWriteToken(caller);
}
