import type { FastifyRequest } from 'fastify';
import type { KubernetesUser, ResourceAttributes } from '../../kubernetes/kubernetes-context.ts';
import type { RancherContext } from '../_core/rancher-context.ts';
import { type Caller, callerOf } from '../identity/caller.ts';
import type { Place } from '../roles/rights.ts';
import type { Verb } from '../roles/role-rules.ts';
import { PROJECT } from './content-types.ts';
import type { NamespaceCaller } from './norman-namespaces.ts';

/**
 * The rights of a Rancher user in one cluster: rights at the cluster's API server, and rights to namespaces through
 * Rancher.
 */
export interface ClusterUser {
  inCluster: KubernetesUser;
  ofNamespaces: NamespaceCaller;
}

const READING = ['get', 'list', 'watch'];
/** Kinds that a user with rights in a namespace cannot change. */
const GIVEN = ['resourcequotas', 'limitranges', 'namespaces', 'nodes'];
const RBAC = 'rbac.authorization.k8s.io';

function allows(role: string | undefined, { verb, resource, group }: ResourceAttributes): boolean {
  if (role === 'cluster-admin') return true;
  if (role === undefined || role === 'member') return false;
  if (READING.includes(verb)) return role !== 'view' || resource !== 'secrets';
  if (role === 'view' || GIVEN.includes(resource)) return false;
  return role === 'admin' || group !== RBAC;
}

/**
 * Whether the rules of the caller's Rancher roles allow the request. This is enough, even if the caller's Kubernetes
 * role does not allow it. For example, members of the cluster may see nodes.
 */
function isGivenByName({ verb, group, resource }: ResourceAttributes, may: Caller['may'], place: Place): boolean {
  const known = VERBS.find((one) => one === (verb === 'watch' ? 'list' : verb));
  return known !== undefined && may(known, { ...place, resource: group ? `${group}.${resource}` : resource });
}

const VERBS: Verb[] = ['get', 'list', 'create', 'update', 'delete'];
const WRITERS = ['cluster-admin', 'admin', 'edit'];

function clusterUser(
  { contents }: RancherContext,
  clusterId: string,
  { userId, inside, may }: Pick<Caller, 'userId' | 'inside' | 'may'>,
): ClusterUser {
  const projectOf = (namespace: string) => contents.find(clusterId, 'namespace', namespace)?.annotations[PROJECT];
  const isAdmin = inside(clusterId) === 'cluster-admin';
  const inCluster: KubernetesUser = {
    name: userId,
    allows(asked) {
      if (allows(inside(clusterId), asked) || isGivenByName(asked, may, { clusterId })) return true;
      const namespace = asked.namespace ?? (asked.resource === 'namespaces' ? asked.name : undefined);
      const projectId = namespace === undefined ? undefined : projectOf(namespace);
      if (projectId === undefined) return false;
      return allows(inside(clusterId, projectId), asked) || isGivenByName(asked, may, { clusterId, projectId });
    },
  };
  const ofNamespaces: NamespaceCaller = {
    userId,
    canMove: isAdmin,
    canSee: ({ name }) => inCluster.allows({ verb: 'get', resource: 'namespaces', name }),
    canMakeIn: (projectId) =>
      isAdmin || (projectId !== undefined && WRITERS.includes(inside(clusterId, projectId) ?? '')),
  };
  return { inCluster, ofNamespaces };
}

export const clusterUserOf = (request: FastifyRequest, context: RancherContext, clusterId: string): ClusterUser =>
  clusterUser(context, clusterId, callerOf(request));
