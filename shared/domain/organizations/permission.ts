import { NotAllowed } from '#shared/errors';
import { type Caller, grantsAt, type Place } from './caller.ts';
import { CLUSTER_API_PERMISSIONS } from './cluster-api-permissions.ts';
import { ADMINISTRATOR, ANY_ROLE, OWNER, PROJECT_LEADER, type Rule } from './permission-rule.ts';
import type { RoleGrant, RoleName } from './role.ts';
import { assertWriteToken } from './write-token.ts';

export type { Rule };

/**
 * The permission table. Every route names its rule in this table (`Operation.rule`). docs/permissions.md is generated
 * from the table, and a test calls every route as every kind of user. Sources: docs/spec/waldur-http.md#marketplace,
 * docs/spec/waldur-rancher.md#administrators, docs/requirements.md#s0-af-node-permissions.
 */
export const PERMISSIONS = {
  /** Public offerings and the description of the API. Users see them without signing in. */
  'public.see': { seenBy: 'anybody' },
  /** Calls that are a part of a sign-in, so the caller is not known yet. */
  'sign_in.use': { seenBy: 'anybody' },
  /** Lists. Every user may call them, because a list has only the objects that the caller may see. */
  'visible.list': { seenBy: 'users' },
  /** A user's own account, tokens and keys. */
  'account.use': { seenBy: 'users' },
  'api_token.create': { seenBy: 'users', mints: true },
  'ssh_key.create': { seenBy: 'users', mints: true },
  'hook.create': { seenBy: 'users', mints: true },
  'user.see': { seenBy: 'person' },
  'user.create': { seenBy: 'users', may: 'staff' },
  /** Users change their own accounts. Only staff may change permissions, or activate or deactivate an account. */
  'user.update': { seenBy: 'person', may: 'self' },
  'api_token.delete': { seenBy: 'own' },
  'api_token.create_for_others': { seenBy: 'users', may: 'staff' },
  'ssh_key.see': { seenBy: 'person' },
  'ssh_key.delete': { seenBy: 'person', may: 'self' },
  /** Only the owner of a hook sees it, because the hook sends everything that the owner may see. */
  'hook.see': { seenBy: 'own' },
  'hook.change': { seenBy: 'own' },
  /** Links in e-mails. Whoever has such a link may use it without signing in. */
  'hook.answer': { seenBy: 'anybody' },
  'role.see': { seenBy: 'users' },
  /**
   * Events that record changes, with the names of the users who made the changes. Only staff and support see events
   * that belong to no customer.
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
  /** Invitations. Users who may give a role may also offer it: owners, and managers of the project. */
  'invitation.see': { seenBy: 'project', may: PROJECT_LEADER, readOnly: true },
  'invitation.create': { seenBy: 'project', inBody: true, may: PROJECT_LEADER },
  'invitation.manage': { seenBy: 'project', may: PROJECT_LEADER },
  'service_settings.see': { seenBy: 'customer_part' },
  /** Clusters of the provider's Rancher that Paddock does not manage. Their names may reveal other customers. */
  'service_settings.see_clusters': { seenBy: 'customer_part', may: OWNER, readOnly: true },
  'service_settings.create': { seenBy: 'users', may: 'staff' },
  'service_settings.update': { seenBy: 'users', may: 'staff' },
  'offering.see': { seenBy: 'customer_part' },
  'offering.create': { seenBy: 'customer', inBody: true, may: OWNER },
  'offering.update': { seenBy: 'customer_part', may: OWNER },
  'offering.check': { seenBy: 'customer_part', may: OWNER, readOnly: true },
  /**
   * Import of clusters that the provider's Rancher already has. The caller must also be allowed to approve orders in
   * the project that gets the cluster.
   */
  'offering.import': { seenBy: 'customer_part', may: OWNER },
  /** Site agents of an offering. An agent uses the API token of an owner of the selling customer. */
  'site_agent.see': { seenBy: 'customer_part' },
  'site_agent.create': { seenBy: 'customer_part', inBody: true, may: OWNER },
  'site_agent.manage': { seenBy: 'customer_part', may: OWNER },
  /** Users of resources that were bought under an offering. The customer that sells the offering sees these users. */
  'offering_user.see': { seenBy: 'customer_part' },
  /** What the API shows about a customer as a seller of offerings. */
  'service_provider.see': { seenBy: 'customer_part' },
  /** Flavors, images and more in the cloud of an offering. Users who could order the offering see them. */
  'cloud.see': { seenBy: 'users', may: ANY_ROLE, anywhere: true, readOnly: true },
  'tenant.see': { seenBy: 'project' },
  'tenant.register': { seenBy: 'project', inBody: true, may: OWNER },
  /** Register a tenant without an application credential, and so without proof of access to the tenant. */
  'tenant.register_unproven': { seenBy: 'project', may: 'staff' },
  'order.see': { seenBy: 'sold' },
  'order.create': { seenBy: 'project', inBody: true, may: ANY_ROLE },
  /** Approval by the buyer. An order starts at once if the caller who places it may also approve it. */
  'order.approve': { seenBy: 'sold', may: OWNER },
  'order.reject': { seenBy: 'sold', may: OWNER },
  /**
   * Approval by the provider, if the offering requires it. Owners of the selling customer may approve, even without a
   * role in the buyer's project.
   */
  'order.approve_as_provider': { seenBy: 'sold', may: OWNER },
  /**
   * Reports of a site agent about an order, sent by owners of the selling customer. Paddock accepts no reports about
   * orders that it carries out itself.
   */
  'order.carry_out': { seenBy: 'sold', may: OWNER },
  'order.cancel': { seenBy: 'sold', may: ADMINISTRATOR },
  'order.delete': { seenBy: 'sold', may: ADMINISTRATOR },
  'order.retry': { seenBy: 'sold', may: ADMINISTRATOR },
  'resource.see': { seenBy: 'sold' },
  /** The seller's view of a resource. Buyers have another view. */
  'resource.see_sold': { seenBy: 'customer_part' },
  'resource.update': { seenBy: 'sold', may: ADMINISTRATOR },
  'resource.terminate': { seenBy: 'sold', may: ADMINISTRATOR },
  'resource.update_limits': { seenBy: 'sold', may: ADMINISTRATOR },
  /** Reports of a site agent about a resource. The agent uses the API token of an owner of the selling customer. */
  'resource.carry_out': { seenBy: 'sold', may: OWNER },
  'resource.report_usage': { seenBy: 'sold', inBody: true, may: OWNER },
  /** The seller sets a day on which a customer's resource is terminated. An e-mail warns the customer's owners. */
  'resource.set_end_date_as_provider': { seenBy: 'sold', may: OWNER },
  'resource.set_end_date_by_staff': { seenBy: 'users', may: 'staff' },
  'resource.see_team': { seenBy: 'sold', may: OWNER, readOnly: true },
  /** Waldur's permission RESOURCE.UPDATE_OPTIONS. In Waldur, only owners have it. */
  'resource.update_options': { seenBy: 'sold', may: OWNER },
  /** Staff corrects records that do not agree with backends. */
  'resource.set_state': { seenBy: 'users', may: 'staff' },
  'resource.unlink': { seenBy: 'users', may: 'staff' },
  /**
   * Only users who may approve orders may add a node, because each node raises the price of the cluster
   * (docs/spec/nodes.md#added-nodes-of-managed-clusters).
   */
  'managed_resource.add_node': { seenBy: 'project', may: OWNER },
  /** Every user sees all templates, because any order may name one. Only staff may change them. */
  'cluster_template.see': { seenBy: 'users' },
  'cluster_template.change': { seenBy: 'users', may: 'staff' },
  ...CLUSTER_API_PERMISSIONS,
  'cluster.see': { seenBy: 'project' },
  /** Objects inside a cluster, such as namespaces and workloads. */
  'content.see': { seenBy: 'project' },
  /** Objects as YAML. Members may not see them, because a workload's environment may contain a password. */
  'content.see_yaml': { seenBy: 'project', may: ADMINISTRATOR, readOnly: true },
  /** Names of secrets, read from the cluster. Rancher shows them to nobody who only reads. */
  'content.see_secret_names': { seenBy: 'project', may: ADMINISTRATOR },
  'content.create': { seenBy: 'project', inBody: true, may: ADMINISTRATOR },
  'content.update': { seenBy: 'project', may: ADMINISTRATOR },
  /** Questions and readmes of a chart. They are read from Rancher as the caller, who needs a role inside the cluster. */
  'template_version.see': { seenBy: 'project', may: ADMINISTRATOR, readOnly: true },
  /** A catalog is an object of the whole cluster. In Rancher, only owners of the cluster may change such objects. */
  'catalog.create': { seenBy: 'project', inBody: true, may: PROJECT_LEADER },
  'catalog.update': { seenBy: 'project', may: PROJECT_LEADER },
  /** Make Rancher download the index of a catalog again (docs/spec/waldur-rancher.md#contents-of-clusters). */
  'catalog.refresh': { seenBy: 'users', may: 'staff' },
  'cluster.update': { seenBy: 'project', may: ADMINISTRATOR },
  'cluster.upgrade': { seenBy: 'project', may: ADMINISTRATOR },
  /** Rotations of certificates and of encryption keys. A rotation restarts nodes, one after the other. */
  'cluster.rotate_certificates': { seenBy: 'project', may: ADMINISTRATOR },
  'cluster.rotate_encryption_keys': { seenBy: 'project', may: ADMINISTRATOR },
  'cluster.take_snapshot': { seenBy: 'project', may: ADMINISTRATOR },
  'cluster.change_pools': { seenBy: 'project', may: ADMINISTRATOR },
  'cluster.hibernate': { seenBy: 'project', may: ADMINISTRATOR },
  'cluster.pull': { seenBy: 'project', may: ADMINISTRATOR },
  /** The cluster's definition with its projects and quotas, without secrets. */
  'cluster.export_yaml': { seenBy: 'project', may: ADMINISTRATOR, readOnly: true },
  /**
   * Create objects of any kind. This right includes all other rights in the cluster
   * (docs/spec/waldur-rancher.md#clusters).
   */
  'cluster.import_yaml': { seenBy: 'users', may: 'staff' },
  'cluster.create_management_security_group': { seenBy: 'project', may: ADMINISTRATOR },
  /**
   * Only for users who are `cluster-owner` in Rancher, because a kubeconfig gives all rights and a restore loses data
   * (docs/decisions/0030-roles-are-followed-into-rancher-by-a-pass.md).
   */
  'cluster.restore_snapshot': { seenBy: 'project', may: PROJECT_LEADER },
  'cluster.kubeconfig': { seenBy: 'project', may: PROJECT_LEADER, opens: true, mints: true },
  /**
   * Set fields that are as good as root on the machines or in the API of a cluster, such as user data
   * (docs/decisions/0115-fields-that-are-as-good-as-root.md). Calls with such fields need this right besides their own.
   * In an order, the right of whoever approves it counts, and those who may approve orders have it.
   */
  'cluster.set_root_fields': { seenBy: 'project', may: PROJECT_LEADER },
  /** Change a cluster so that its price rises. As with `managed_resource.add_node`, this is a decision about money. */
  'cluster.raise_price': { seenBy: 'project', may: OWNER },
  /**
   * Nodes. Owners of the customer, and managers and administrators of the project, may change them. Members of the
   * project may only read them (S0-422 to S0-428).
   */
  'node.see': { seenBy: 'project' },
  /**
   * Staff may add nodes to any cluster whose machines Paddock makes. The next rule is for owners, who may add nodes to
   * self-managed clusters if the offering allows it. For managed clusters, owners need `managed_resource.add_node`.
   */
  'node.create': { seenBy: 'users', may: 'staff' },
  'node.create_in_own_cluster': { seenBy: 'project', may: OWNER },
  'node.pull': { seenBy: 'project', may: ADMINISTRATOR },
  /** The console of a node. Whoever has its URL can type commands there (S0-407, S0-424). */
  'node.console': { seenBy: 'project', may: ADMINISTRATOR, opens: true },
  'node.console_log': { seenBy: 'project', may: ADMINISTRATOR },
  /** Link a node to a machine that Paddock did not create. */
  'node.link': { seenBy: 'users', may: 'staff' },
  'node.delete': { seenBy: 'project', may: ADMINISTRATOR },
  /** Delete a node that cannot be drained. The workloads on the node are lost. */
  'node.force_delete': { seenBy: 'project', may: 'staff' },
  'node.replace': { seenBy: 'project', may: ADMINISTRATOR },
  /** Role templates of Rancher. All users may see them. */
  'role_template.see': { seenBy: 'users' },
  /** Accounts in Rancher. Users who see a cluster also see who has a role in it. */
  'rancher_user.see': { seenBy: 'project' },
  /** Rules for access through Rancher. Only administrators may give access (docs/spec/access.md#memberships). */
  'rancher_project.see': { seenBy: 'project' },
  'keycloak_group.see': { seenBy: 'project' },
  'membership.see': { seenBy: 'project' },
  'membership.create': { seenBy: 'project', inBody: true, may: ADMINISTRATOR },
  'membership.delete': { seenBy: 'project', may: ADMINISTRATOR },
  /** Give any role of Rancher. Administrators may give no role above their own (cluster-access/grantable-role.ts). */
  'membership.any_role': { seenBy: 'project', may: PROJECT_LEADER },
  'security_group.see': { seenBy: 'project' },
  'security_group.update': { seenBy: 'project', may: ADMINISTRATOR },
} as const satisfies Record<string, Rule>;
export type RuleName = keyof typeof PERMISSIONS;

type Refusing = {
  [Name in RuleName]: (typeof PERMISSIONS)[Name] extends { may: 'staff' | readonly string[] } ? Name : never;
};
/**
 * The name of a rule that permits an action only to some of the users who see the object. Use cases check only such
 * rules.
 */
export type Action = Refusing[RuleName];

export const ruleOf = (name: RuleName): Rule => PERMISSIONS[name];

/**
 * The actions whose rules name the role. Most actions that only read are missing in this list, because everybody who
 * sees an object may read it.
 */
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

/** The caller's grants that permit the action in at least one customer or project. */
export function grantsOf({ grants }: Caller, action: Action): RoleGrant[] {
  const { may: doers } = ruleOf(action);
  return grants.filter(({ role }) => typeof doers === 'object' && doers.includes(role));
}

/** The caller's grants that permit the action in this place. The list may be empty for staff, who need no grant. */
export function grantsFor(caller: Caller, action: Action, place: Place): RoleGrant[] {
  const { may: doers } = ruleOf(action);
  return typeof doers === 'object' ? grantsAt(caller, doers, place) : [];
}

/**
 * Throws NotAllowed (403) if the caller may not carry out the action at the object's place. Before this, check that the
 * caller sees the object. If the caller does not see it, the answer has to be 404.
 */
export function assertPermitted(caller: Caller, action: Action, place?: Place): void {
  if (!may(caller, action, place)) throw new NotAllowed();
  assertMayMint(caller, action);
  if (ruleOf(action).opens) assertWriteToken(caller);
}

/** Throws NotAllowed if staff acts as another user and the action makes a credential. */
export function assertMayMint({ impersonator }: Caller, rule: RuleName): void {
  if (impersonator === undefined || !ruleOf(rule).mints) return;
  throw new NotAllowed(
    'While you act as another user, you cannot create credentials or hooks. Do it in your own name.',
  );
}
