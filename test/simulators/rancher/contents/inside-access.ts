import type { FastifyRequest } from 'fastify';
import type { Admission, KubernetesUser, ResourceAttributes } from '../../kubernetes/kubernetes-context.ts';
import type { RancherContext } from '../_core/rancher-context.ts';
import { type Caller, callerOf } from '../identity/caller.ts';
import { type Place, projectPlace } from '../roles/rights.ts';
import { VERBS } from '../roles/role-rules.ts';
import { PROJECT } from './content-types.ts';
import { namespaceWebhook } from './namespace-webhook.ts';
import type { NamespaceCaller } from './norman-namespaces.ts';

/**
 * The rights of a Rancher user in one cluster: rights at the cluster's API server, and rights to namespaces through
 * Rancher.
 */
export interface ClusterUser {
  inCluster: KubernetesUser;
  ofNamespaces: NamespaceCaller;
  /** What Rancher's webhook in the cluster allows the user. */
  admit: Admission;
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
  const known = knownVerb(verb);
  return known !== undefined && may(known, { ...place, resource: group ? `${group}.${resource}` : resource });
}

const ALIKE: Readonly<Record<string, string>> = { watch: 'list', deletecollection: 'delete' };
const knownVerb = (verb: string) => VERBS.find((one) => one === (ALIKE[verb] ?? verb));
/** Everybody with a role in a cluster, or in one of its projects, may read its chart repositories. */
const isRepository = ({ verb, resource, group }: ResourceAttributes): boolean =>
  READING.includes(verb) && resource === 'clusterrepos' && group === 'catalog.cattle.io';

/** Whether the request is allowed everywhere in a cluster by a role in it, or in one of its projects. */
function isGivenToMembers(asked: ResourceAttributes, { enters, mayInCluster }: Caller, clusterId: string): boolean {
  if (isRepository(asked)) return enters(clusterId);
  const verb = asked.group ? undefined : knownVerb(asked.verb);
  return verb !== undefined && mayInCluster(verb, asked.resource, clusterId);
}

const AUTHENTICATED = ['system:authenticated', 'system:cattle:authenticated'];

/**
 * The user as the cluster's API server sees it. Of an impersonated user, Rancher passes on what the headers say, and
 * some of it twice.
 */
function identityOf({ store }: RancherContext, { userId, impersonated, token }: Caller, host: string) {
  const name = userId;
  if (impersonated) {
    const { groups, extra } = impersonated;
    const twice = Object.fromEntries(Object.entries(extra).map(([key, values]) => [key, [...values, ...values]]));
    const isPlain = Object.keys(extra).length === 0;
    return { name, groups: ['system:authenticated', ...groups], ...(!isPlain && { extra: twice }) };
  }
  const { username = '', principal = `local://${userId}`, groupPrincipals = [] } = store.users.get(userId) ?? {};
  const extra = {
    ...{ principalid: [principal], requesthost: [host], requesttokenid: [token?.id ?? ''], username: [username] },
  };
  return { name, groups: [...AUTHENTICATED, ...groupPrincipals], extra };
}

function clusterUser(context: RancherContext, clusterId: string, caller: Caller, host: string): ClusterUser {
  const { contents } = context;
  const { userId, inside, may } = caller;
  const projectOf = (namespace: string) => contents.find(clusterId, 'namespace', namespace)?.annotations[PROJECT];
  const isAdmin = inside(clusterId) === 'cluster-admin';
  const inCluster: KubernetesUser = {
    ...identityOf(context, caller, host),
    allows(asked) {
      if (allows(inside(clusterId), asked) || isGivenByName(asked, may, { clusterId })) return true;
      if (isGivenToMembers(asked, caller, clusterId)) return true;
      const namespace = asked.namespace ?? (asked.resource === 'namespaces' ? asked.name : undefined);
      const projectId = namespace === undefined ? undefined : projectOf(namespace);
      if (projectId === undefined) return false;
      return allows(inside(clusterId, projectId), asked) || isGivenByName(asked, may, { clusterId, projectId });
    },
  };
  const admit = namespaceWebhook(clusterId, caller);
  const ofNamespaces: NamespaceCaller = {
    userId,
    canMove: isAdmin,
    may: (verb, { name }) => inCluster.allows({ verb, resource: 'namespaces', name }),
    canSeeProject: (projectId) => may('get', { resource: 'projects', name: projectId, ...projectPlace(projectId) }),
    canMake: inCluster.allows({ verb: 'create', resource: 'namespaces' }),
    admit,
  };
  return { inCluster, ofNamespaces, admit };
}

export const clusterUserOf = (request: FastifyRequest, context: RancherContext, clusterId: string): ClusterUser =>
  clusterUser(context, clusterId, callerOf(request), request.host);
