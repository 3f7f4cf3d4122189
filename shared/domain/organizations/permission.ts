import { NotAllowed } from '#shared/errors';
import { type Caller, grantsAt, type Place } from './caller.ts';
import type { Rule } from './permission-rule.ts';
import type { RoleGrant, RoleName } from './role.ts';

export type { Rule };

const OWNER = ['CUSTOMER.OWNER'] as const;
const PROJECT_LEADER = ['CUSTOMER.OWNER', 'PROJECT.MANAGER'] as const;
const ADMINISTRATOR = ['CUSTOMER.OWNER', 'PROJECT.MANAGER', 'PROJECT.ADMIN'] as const;
const ANY_ROLE = ['CUSTOMER.OWNER', 'PROJECT.MANAGER', 'PROJECT.ADMIN', 'PROJECT.MEMBER'] as const;

/**
 * The one permission table. Every route names its row (`Operation.rule`); docs/permissions.md is made from it, and a test asks every
 * route in the name of everybody. Rows follow docs/spec/waldur-http.md#marketplace, docs/spec/waldur-rancher.md#administrators and
 * docs/requirements.md#s0-af-node-permissions.
 */
export const PERMISSIONS = {
  /** The shop window, and what describes the API. */
  'public.see': { seenBy: 'anybody' },
  /** To become somebody. */
  'sign_in.use': { seenBy: 'anybody' },
  /** Nobody is refused a list: it has what he may see. */
  'visible.list': { seenBy: 'users' },
  /** What everybody has of his own: himself, tokens, keys. */
  'account.use': { seenBy: 'users' },
  'user.see': { seenBy: 'person' },
  'user.create': { seenBy: 'users', may: 'staff' },
  /** Of himself; what he may do and whether he is active is staff's to say. */
  'user.update': { seenBy: 'person', may: 'self' },
  'api_token.delete': { seenBy: 'own' },
  'api_token.create_for_others': { seenBy: 'users', may: 'staff' },
  'ssh_key.see': { seenBy: 'person' },
  'ssh_key.delete': { seenBy: 'person', may: 'self' },
  /** Where somebody is told of events; it says what he may see. */
  'hook.see': { seenBy: 'own' },
  'hook.change': { seenBy: 'own' },
  /** By the links of e-mails, for whoever reads the mail of the address: the link is what shows that. */
  'hook.answer': { seenBy: 'anybody' },
  /** Which roles there are, and what they let do. */
  'role.see': { seenBy: 'users' },
  /** What was changed there, and by whom. What is of no place is for staff and support. */
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
  /** Offers of roles, to those who may give them: in the customer its owners, in a project its managers, too. */
  'invitation.see': { seenBy: 'project', may: PROJECT_LEADER, looks: true },
  'invitation.create': { seenBy: 'project', inBody: true, may: PROJECT_LEADER },
  'invitation.manage': { seenBy: 'project', may: PROJECT_LEADER },
  'service_settings.see': { seenBy: 'customer_part' },
  'service_settings.create': { seenBy: 'users', may: 'staff' },
  'service_settings.update': { seenBy: 'users', may: 'staff' },
  'offering.see': { seenBy: 'customer_part' },
  'offering.create': { seenBy: 'customer', inBody: true, may: OWNER },
  'offering.update': { seenBy: 'customer_part', may: OWNER },
  'offering.check': { seenBy: 'customer_part', may: OWNER, looks: true },
  /** Clusters that the provider's Rancher had before; who takes one in must also be one who approves orders in its project. */
  'offering.import': { seenBy: 'customer_part', may: OWNER },
  /** Site agents of an offering, which register themselves in the name of an owner of the customer that sells it. */
  'site_agent.see': { seenBy: 'customer_part' },
  'site_agent.create': { seenBy: 'customer_part', inBody: true, may: OWNER },
  'site_agent.manage': { seenBy: 'customer_part', may: OWNER },
  /** Who may use what such an offering gives, for its seller. */
  'offering_user.see': { seenBy: 'customer_part' },
  /** A customer as one that sells. */
  'service_provider.see': { seenBy: 'customer_part' },
  /** What the cloud of an offering has: for whoever could order there. */
  'cloud.see': { seenBy: 'users', may: ANY_ROLE, anywhere: true, looks: true },
  'tenant.see': { seenBy: 'project' },
  'tenant.register': { seenBy: 'project', inBody: true, may: OWNER },
  /** Registering a tenant without proving access to it by an application credential. */
  'tenant.register_unproven': { seenBy: 'project', may: 'staff' },
  'order.see': { seenBy: 'sold' },
  'order.create': { seenBy: 'project', inBody: true, may: ANY_ROLE },
  /** Consumer-side approval; an order placed by such a caller starts at once. */
  'order.approve': { seenBy: 'sold', may: OWNER },
  'order.reject': { seenBy: 'sold', may: OWNER },
  /** Provider-side approval, where the offering asks for it: by owners of the customer that sells, who need no role where it is bought. */
  'order.approve_as_provider': { seenBy: 'sold', may: OWNER },
  /** Says what has become of it: a site agent, for owners of the customer that sells. Only where Paddock does not carry it out itself. */
  'order.carry_out': { seenBy: 'sold', may: OWNER },
  'order.cancel': { seenBy: 'sold', may: ADMINISTRATOR },
  'order.delete': { seenBy: 'sold', may: ADMINISTRATOR },
  'order.retry': { seenBy: 'sold', may: ADMINISTRATOR },
  'resource.see': { seenBy: 'sold' },
  /** … as its seller: who has bought it sees it as his own. */
  'resource.see_sold': { seenBy: 'customer_part' },
  'resource.update': { seenBy: 'sold', may: ADMINISTRATOR },
  'resource.terminate': { seenBy: 'sold', may: ADMINISTRATOR },
  'resource.update_limits': { seenBy: 'sold', may: ADMINISTRATOR },
  /** Reports of a site agent, as of orders, and for whom it works. */
  'resource.carry_out': { seenBy: 'sold', may: OWNER },
  'resource.report_usage': { seenBy: 'sold', inBody: true, may: OWNER },
  'resource.see_team': { seenBy: 'sold', may: OWNER, looks: true },
  /** Waldur's RESOURCE.UPDATE_OPTIONS, which of its roles the owner's alone has. */
  'resource.update_options': { seenBy: 'sold', may: OWNER },
  /** Staff puts records right by hand, where backends and records do not agree. */
  'resource.set_state': { seenBy: 'users', may: 'staff' },
  'resource.unlink': { seenBy: 'users', may: 'staff' },
  /** docs/spec/nodes.md#added-nodes-of-managed-clusters: as the approval of an order, since it makes the cluster dearer. */
  'managed_resource.add_node': { seenBy: 'project', may: OWNER },
  'cluster.see': { seenBy: 'project' },
  /** Namespaces, workloads and all else inside it. */
  'content.see': { seenBy: 'project' },
  'cluster.update': { seenBy: 'project', may: ADMINISTRATOR },
  /** Another version of Kubernetes, node by node. */
  'cluster.upgrade': { seenBy: 'project', may: ADMINISTRATOR },
  'cluster.pull': { seenBy: 'project', may: ADMINISTRATOR },
  /** How it is made, its projects and their quotas, without secrets. */
  'cluster.export_yaml': { seenBy: 'project', may: ADMINISTRATOR, looks: true },
  /** Whatever is in it, without the cluster's own permissions (docs/spec/waldur-rancher.md#clusters). */
  'cluster.import_yaml': { seenBy: 'users', may: 'staff' },
  'cluster.create_management_security_group': { seenBy: 'project', may: ADMINISTRATOR },
  /**
   * It lets do everything in the cluster, so it is for those who have Rancher's `cluster-owner` there
   * (docs/decisions/0030-roles-are-followed-into-rancher-by-a-pass.md).
   */
  'cluster.kubeconfig': { seenBy: 'project', may: PROJECT_LEADER, opens: true },
  /** Nodes: owners those of the customer, managers and administrators those of the project, members look (S0-422 to S0-428). */
  'node.see': { seenBy: 'project' },
  /** Owners add nodes to managed clusters by their resources, and to their others where the offering allows it. */
  'node.create': { seenBy: 'users', may: 'staff' },
  'node.create_in_own_cluster': { seenBy: 'project', may: OWNER },
  'node.pull': { seenBy: 'project', may: ADMINISTRATOR },
  /** Its screen: whoever has the address can type (S0-407, S0-424). */
  'node.console': { seenBy: 'project', may: ADMINISTRATOR, opens: true },
  'node.console_log': { seenBy: 'project', may: ADMINISTRATOR },
  /** Which machine a node is, where Paddock has not made it. */
  'node.link': { seenBy: 'users', may: 'staff' },
  'node.delete': { seenBy: 'project', may: ADMINISTRATOR },
  /** … though it cannot be drained: what runs on it is lost. */
  'node.force_delete': { seenBy: 'project', may: 'staff' },
  /** Another like it in its place. */
  'node.replace': { seenBy: 'project', may: ADMINISTRATOR },
  /** A provider's roles in Rancher are no secret. */
  'role_template.see': { seenBy: 'users' },
  /** Accounts in Rancher: who sees a cluster sees who has a role in it. */
  'rancher_user.see': { seenBy: 'project' },
  /** Who may enter a cluster through Rancher: only its administrators say so (docs/spec/access.md#memberships has what came of anybody). */
  'rancher_project.see': { seenBy: 'project' },
  'keycloak_group.see': { seenBy: 'project' },
  'membership.see': { seenBy: 'project' },
  'membership.create': { seenBy: 'project', inBody: true, may: ADMINISTRATOR },
  'membership.delete': { seenBy: 'project', may: ADMINISTRATOR },
  /** … any of Rancher's roles; administrators give and take away what is no more than their own (access/role-to-give.ts). */
  'membership.any_role': { seenBy: 'project', may: PROJECT_LEADER },
  'security_group.see': { seenBy: 'project' },
  /** Rules of a managed cluster's security groups. */
  'security_group.update': { seenBy: 'project', may: ADMINISTRATOR },
} as const satisfies Record<string, Rule>;
export type RuleName = keyof typeof PERMISSIONS;

type Refusing = {
  [Name in RuleName]: (typeof PERMISSIONS)[Name] extends { may: 'staff' | readonly string[] } ? Name : never;
};
/** A row that refuses some of those who see the object, by their roles. */
export type Action = Refusing[RuleName];

export const ruleOf = (name: RuleName): Rule => PERMISSIONS[name];

/** What this role lets do, beside looking. */
export const permissionsOf = (role: RoleName): string[] =>
  Object.entries<Rule>(PERMISSIONS).flatMap(([name, { may: doers }]) =>
    typeof doers === 'object' && doers.includes(role) ? [name] : [],
  );

export function may(caller: Caller, action: Action, place?: Place): boolean {
  if (caller.user.isStaff) return true;
  const { looks } = ruleOf(action);
  if (looks && caller.user.isSupport) return true;
  return place !== undefined && grantsFor(caller, action, place).length > 0;
}

/** Those of the caller's grants that let him do this at their place. */
export function grantsOf({ grants }: Caller, action: Action): RoleGrant[] {
  const { may: doers } = ruleOf(action);
  return grants.filter(({ role }) => typeof doers === 'object' && doers.includes(role));
}

/** What of his grants lets the caller do this; staff needs none. */
function grantsFor(caller: Caller, action: Action, place: Place): RoleGrant[] {
  const { may: doers } = ruleOf(action);
  return typeof doers === 'object' ? grantsAt(caller, doers, place) : [];
}

/**
 * Until when the caller may do this, as far as can be told: `always`, or the end of that of his grants which lasts longest. Null: he
 * may not.
 */
export function mayUntil(caller: Caller, action: Action, place: Place): 'always' | string | null {
  if (caller.user.isStaff) return 'always';
  const ends = grantsFor(caller, action, place).map(({ expiresAt = 'always' }) => expiresAt);
  if (ends.includes('always')) return 'always';
  return ends.sort().at(-1) ?? null;
}

/** Throws NotAllowed (403) unless there is a place where the caller may do this. */
export function assertPermittedSomewhere(caller: Caller, action: Action): void {
  const places = caller.grants.map(({ customerUuid, scopeType, scopeUuid }) =>
    scopeType === 'project' ? { customerUuid, projectUuid: scopeUuid } : { customerUuid },
  );
  if (!may(caller, action) && !places.some((place) => may(caller, action, place))) throw new NotAllowed();
}

/** Throws NotAllowed (403) unless the caller may do this at the object's place. Call it after visibility (404) is certain. */
export function assertPermitted(caller: Caller, action: Action, place?: Place): void {
  if (!may(caller, action, place)) throw new NotAllowed();
  if (ruleOf(action).opens) assertWriteToken(caller);
}

/**
 * Throws NotAllowed (403) for an API token without the scope `write`. Callers without an API token have no less than their user.
 */
export function assertWriteToken({ token }: Pick<Caller, 'token'>): void {
  if (token === undefined || token.scopes.includes('write')) return;
  throw new NotAllowed('This token is for reading only: it lacks the scope "write".');
}
