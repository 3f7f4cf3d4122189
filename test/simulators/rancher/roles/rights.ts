import type { RancherContext } from '../_core/rancher-context.ts';
import type { RoleBinding } from '../_core/rancher-objects.ts';
import { placeRole, strongest } from './place-role.ts';
import {
  CLUSTER_MEMBERSHIP,
  GLOBAL_ROLES,
  type InsideRole,
  OF_ALL_RANCHER,
  PROJECT_MEMBERSHIP,
  type Rule,
  type Verb,
} from './role-rules.ts';

/** The cluster and project of an object. An object outside all clusters has neither field. */
export interface Place {
  clusterId?: string | undefined;
  /** `<cluster>:p-…` */
  projectId?: string | undefined;
}
/** The object of a request. The `name` of a user is the user's id. */
export interface Asked extends Place {
  resource: string;
  name?: string | undefined;
}
interface Grant extends Place {
  rule: Rule;
}

export interface Rights {
  may(verb: Verb, asked: Asked): boolean;
  /**
   * Whether the user may use `verb` on objects of this type anywhere. Without `verb`: whether the user may use at least
   * one verb. In this case, steve has a schema of the type for the user.
   */
  maySomewhere(resource: string, verb?: Verb): boolean;
  /** Whether the user may use `/k8s/clusters/<id>`, by a role in the cluster or in one of its projects. */
  enters(clusterId: string): boolean;
  /** The user's strongest Kubernetes role in a cluster, or in the namespaces of one of its projects. */
  inside(clusterId: string, projectId?: string): InsideRole | undefined;
  /** Whether a role in one of the cluster's projects allows `verb` at the API server of the whole cluster. */
  mayInCluster(verb: Verb, resource: string, clusterId: string): boolean;
  /** Whether the user may act as any other user. */
  impersonates: boolean;
}

/**
 * The rights of a user by the current bindings. A new binding, and the removal of a binding, take effect after a short
 * delay (`roleSync`).
 * @param given the groups of an impersonated user. Without them, the groups that Rancher knows of the user.
 */
export function rightsOf({ store, clock, delays }: RancherContext, userId: string, given?: readonly string[]): Rights {
  const isInForce = ({ createdAt }: { createdAt: string }): boolean =>
    Date.parse(createdAt) + delays.roleSync * delays.pace <= clock.now();
  const groups = given ?? store.users.get(userId)?.groupPrincipals ?? [];
  const isTheirs = (binding: { userId: string; userPrincipalId?: string; groupPrincipalId: string }): boolean =>
    binding.userId === userId ||
    binding.userPrincipalId === `local://${userId}` ||
    groups.includes(binding.groupPrincipalId);
  const globals = [...store.globalRoleBindings.values()].filter((one) => isTheirs(one) && isInForce(one));
  const locals = [...store.roleBindings.ago(delays.roleSync * delays.pace).values()].filter(isTheirs);
  const roleOf = ({ roleTemplateId }: RoleBinding) => placeRole(store, roleTemplateId);
  const globalRoles = [
    ...globals.map(({ globalRoleId }) => globalRoleId),
    ...(groups.includes('system:masters') ? ['admin'] : []),
  ];
  const inClusters = locals.flatMap((binding) =>
    (roleOf(binding).inCluster ?? []).map((rule) => ({ rule, clusterId: placeOf(binding).clusterId })),
  );
  const grants: Grant[] = [
    ...globalRoles.flatMap((id) => (GLOBAL_ROLES[id] ?? []).map((rule) => ({ rule }))),
    ...locals.flatMap((binding) => grantsOf(binding, roleOf(binding).rules)),
  ];
  const isAdministrator = globalRoles.includes('admin');

  return {
    may: (verb, asked) =>
      (asked.resource === 'users' && asked.name === userId && (verb === 'get' || verb === 'list')) ||
      grants.some(
        (grant) => grantsVerb(grant, verb) && grantsResource(grant, asked.resource) && isWithin(asked, grant),
      ),
    maySomewhere: (resource, verb) =>
      grants.some((grant) => grantsOfRancher(grant, resource) && (verb === undefined || grantsVerb(grant, verb))),
    enters: (clusterId) => isAdministrator || locals.some((binding) => placeOf(binding).clusterId === clusterId),
    inside(clusterId, projectId) {
      if (isAdministrator) return 'cluster-admin';
      const held = locals.filter((binding) => isWithin({ clusterId, projectId }, placeOf(binding)));
      return strongest(held.map((binding) => roleOf(binding).inside));
    },
    mayInCluster: (verb, resource, clusterId) =>
      inClusters.some(
        (grant) => grant.clusterId === clusterId && grantsVerb(grant, verb) && grantsResource(grant, resource),
      ),
    impersonates: isAdministrator,
  };
}

/** The id of a project begins with the id of its cluster. */
export const projectPlace = (projectId: string): Place => ({ projectId, clusterId: projectId.split(':')[0] });

function placeOf({ kind, placeId }: RoleBinding): Place {
  return kind === 'cluster' ? { clusterId: placeId } : projectPlace(placeId);
}

function grantsOf(binding: RoleBinding, rules: readonly Rule[]): Grant[] {
  const place = placeOf(binding);
  const { clusterId } = place;
  return [
    ...rules.map((rule) => ({ rule, ...place })),
    ...CLUSTER_MEMBERSHIP.map((rule) => ({ rule, clusterId })),
    ...(place.projectId ? PROJECT_MEMBERSHIP.map((rule) => ({ rule, ...place })) : []),
  ];
}

const grantsVerb = ({ rule: [verbs] }: Grant, verb: Verb): boolean => verbs.includes('*') || verbs.includes(verb);
const grantsResource = ({ rule: [, ...resources] }: Grant, resource: string): boolean =>
  resources.includes('*') || resources.includes(resource);
const grantsOfRancher = (grant: Grant, resource: string): boolean =>
  grantsResource(grant, resource) && (grant.clusterId === undefined || !OF_ALL_RANCHER.includes(resource));
const isWithin = (asked: Place, { clusterId, projectId }: Place): boolean =>
  (clusterId === undefined || asked.clusterId === clusterId) &&
  (projectId === undefined || asked.projectId === projectId);
