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
}

/**
 * The rights of a user by the current bindings. A new binding, and the removal of a binding, take effect after a short
 * delay (`roleSync`).
 */
export function rightsOf({ store, clock, delays }: RancherContext, userId: string): Rights {
  const isInForce = ({ createdAt }: { createdAt: string }): boolean =>
    Date.parse(createdAt) + delays.roleSync * delays.pace <= clock.now();
  const groups = store.users.get(userId)?.groupPrincipals ?? [];
  const isTheirs = (binding: { userId: string; userPrincipalId?: string; groupPrincipalId: string }): boolean =>
    binding.userId === userId ||
    binding.userPrincipalId === `local://${userId}` ||
    groups.includes(binding.groupPrincipalId);
  const globals = [...store.globalRoleBindings.values()].filter((one) => isTheirs(one) && isInForce(one));
  const locals = [...store.roleBindings.ago(delays.roleSync * delays.pace).values()].filter(isTheirs);
  const roleOf = ({ roleTemplateId }: RoleBinding) => placeRole(store, roleTemplateId);
  const grants: Grant[] = [
    ...globals.flatMap(({ globalRoleId }) => (GLOBAL_ROLES[globalRoleId] ?? []).map((rule) => ({ rule }))),
    ...locals.flatMap((binding) => grantsOf(binding, roleOf(binding).rules)),
  ];
  const isAdministrator = globals.some(({ globalRoleId }) => globalRoleId === 'admin');

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
