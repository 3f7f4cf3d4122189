import type { FastifyRequest } from 'fastify';
import type { KubernetesUser, ResourceAttributes } from '../kubernetes/kubernetes-context.ts';
import { callerOf } from './caller.ts';
import { PROJECT } from './content-types.ts';
import type { NamespaceCaller } from './norman-namespaces.ts';
import type { RancherContext } from './rancher-context.ts';

/** A user of Rancher in one of its clusters: what he may do at its API server, and with its namespaces through Rancher. */
export interface ClusterUser {
  inCluster: KubernetesUser;
  ofNamespaces: NamespaceCaller;
}
/** The role of somebody inside a cluster as a whole, or in the namespaces of one project. */
type Inside = (clusterId: string, projectId?: string) => string | undefined;

const READING = ['get', 'list', 'watch'];
/** What nobody changes who has a namespace only. */
const GIVEN = ['resourcequotas', 'limitranges', 'namespaces', 'nodes'];
const RBAC = 'rbac.authorization.k8s.io';

function allows(role: string | undefined, { verb, resource, group }: ResourceAttributes): boolean {
  if (role === 'cluster-admin') return true;
  if (role === undefined || role === 'member') return false;
  if (READING.includes(verb)) return role !== 'view' || resource !== 'secrets';
  if (role === 'view' || GIVEN.includes(resource)) return false;
  return role === 'admin' || group !== RBAC;
}

const WRITERS = ['cluster-admin', 'admin', 'edit'];

function clusterUser(
  { contents }: RancherContext,
  clusterId: string,
  { userId, inside }: { userId: string; inside: Inside },
): ClusterUser {
  const projectOf = (namespace: string) => contents.find(clusterId, 'namespace', namespace)?.annotations[PROJECT];
  const isAdmin = inside(clusterId) === 'cluster-admin';
  const inCluster: KubernetesUser = {
    name: userId,
    allows(asked) {
      if (allows(inside(clusterId), asked)) return true;
      const namespace = asked.namespace ?? (asked.resource === 'namespaces' ? asked.name : undefined);
      const projectId = namespace === undefined ? undefined : projectOf(namespace);
      return projectId !== undefined && allows(inside(clusterId, projectId), asked);
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
