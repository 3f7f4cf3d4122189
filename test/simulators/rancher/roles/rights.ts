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

/** Where an object is; an object of all of Rancher has neither. */
export interface Place {
  clusterId?: string | undefined;
  /** `<cluster>:p-…` */
  projectId?: string | undefined;
}
/** What is asked for. The `name` of an account is its id. */
export interface Asked extends Place {
  resource: string;
  name?: string | undefined;
}
interface Grant extends Place {
  rule: Rule;
}

export interface Rights {
  may(verb: Verb, asked: Asked): boolean;
  /** Whether this, or anything at all, may be done with objects of the kind somewhere: steve has a schema of it then. */
  maySomewhere(resource: string, verb?: Verb): boolean;
  /** Whether a role in the cluster or in one of its projects opens `/k8s/clusters/<id>`. */
  enters(clusterId: string): boolean;
  /** The strongest role inside the cluster, or inside the namespaces of one of its projects. */
  inside(clusterId: string, projectId?: string): InsideRole | undefined;
}

/** What a user may do by the bindings as they are now. A binding is in force, or no longer, a moment after it was written. */
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

/** A project is in its cluster, as its id says. */
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
