import type { RancherContext } from '../_core/rancher-context.ts';
import { PROJECT } from '../contents/content-types.ts';
import type { Caller } from '../identity/caller.ts';
import { projectPlace } from '../roles/rights.ts';
import { VERBS } from '../roles/role-rules.ts';
import type { KubernetesServer } from './kubernetes-server.ts';

const RBAC = 'rbac.authorization.k8s.io';
const API = `/apis/${RBAC}/v1`;
/** The label that names the user of a binding that was made here. */
const HOLDER = 'authz.cluster.cattle.io/user';

type Rule = {
  verbs: string[];
  apiGroups?: string[];
  resources?: string[];
  resourceNames?: string[];
  nonResourceURLs?: string[];
};
type Member = { namespace: string; role: string };
/** The rights of a user in a cluster: the rules of a role of their own, and Kubernetes' roles in namespaces. */
type Rights = { rules: Rule[]; members: Member[] };

const EVERYTHING: Rule[] = [
  { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
  { verbs: ['*'], nonResourceURLs: ['*'] },
];
const READING = ['get', 'list', 'watch'];
const REPOSITORIES: Rule = { verbs: READING, apiGroups: ['catalog.cattle.io'], resources: ['clusterrepos'] };
/** Verbs of Kubernetes that belong to a verb of Rancher. */
const verbsFor = (verb: string): string[] => (verb === 'list' ? ['list', 'watch'] : [verb]);
const KUBERNETES_VERBS = VERBS.filter((verb) => verb !== 'manage-namespaces' && verb !== 'updatepsa');

/** The rights that Rancher's agent gives a user in a cluster, by the user's roles in the cluster and its projects. */
function rightsBehind({ contents }: Pick<RancherContext, 'contents'>, clusterId: string, caller: Caller): Rights {
  if (caller.inside(clusterId) === 'cluster-admin') return { rules: EVERYTHING, members: [] };
  const namespaces = contents.listOf(clusterId, 'namespace').flatMap(({ name, annotations }) => {
    const projectId = annotations[PROJECT];
    return projectId === undefined ? [] : [{ name, place: projectPlace(projectId), projectId }];
  });
  const ofNamespaces = namespaces.flatMap(({ name, place }): Rule[] => {
    const verbs = KUBERNETES_VERBS.filter((verb) => caller.may(verb, { resource: 'namespaces', ...place }));
    const rule = { apiGroups: [''], resources: ['namespaces'], resourceNames: [name] };
    return verbs.length === 0 ? [] : [{ verbs: verbs.flatMap(verbsFor), ...rule }];
  });
  const ofCluster = ['namespaces', 'nodes'].flatMap((resource): Rule[] => {
    const isGiven = (verb: (typeof VERBS)[number]) =>
      caller.mayInCluster(verb, resource, clusterId) || caller.may(verb, { resource, clusterId });
    const verbs = KUBERNETES_VERBS.filter(isGiven).flatMap(verbsFor);
    return verbs.length === 0 ? [] : [{ verbs, apiGroups: [''], resources: [resource] }];
  });
  const members = namespaces.flatMap(({ name, projectId }): Member[] => {
    const role = caller.inside(clusterId, projectId);
    return role === undefined || role === 'member' ? [] : [{ namespace: name, role }];
  });
  return { rules: [...ofCluster, ...ofNamespaces, ...(caller.enters(clusterId) ? [REPOSITORIES] : [])], members };
}

/** Makes the roles of users in a real cluster, as Rancher's agent does. Nothing is sent if nothing has changed. */
export function peopleBehind(server: KubernetesServer) {
  const made = new Map<string, Rights>();

  async function send(method: string, path: string, body?: object): Promise<void> {
    const apply = { path: `${path}?fieldManager=rancher&force=true`, type: 'application/apply-patch+yaml' };
    const sent = body ? { method, body: JSON.stringify(body), ...apply } : { method, path };
    const { status, body: answer } = await server.ask(sent);
    // A namespace may be removed meanwhile, with its bindings.
    if (status >= 300 && status !== 404)
      throw new Error(`The real cluster answered ${status} to ${method} ${path}: ${JSON.stringify(answer)}`);
  }

  const bind = (userId: string, kind: 'ClusterRoleBinding' | 'RoleBinding', name: string, role: string) => ({
    ...{ apiVersion: `${RBAC}/v1`, kind, metadata: { name, labels: { [HOLDER]: userId } } },
    roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: role },
    subjects: [{ apiGroup: RBAC, kind: 'User', name: userId }],
  });
  const bindingAt = (userId: string, { namespace, role }: Member) =>
    `${API}/namespaces/${namespace}/rolebindings/rancher-${userId}-${role}`;

  return async (context: Pick<RancherContext, 'contents'>, clusterId: string, caller: Caller): Promise<void> => {
    const { userId } = caller;
    const wanted = rightsBehind(context, clusterId, caller);
    const before = made.get(userId);
    if (JSON.stringify(wanted) === JSON.stringify(before)) return;
    const name = `rancher-${userId}`;
    const role = { apiVersion: `${RBAC}/v1`, kind: 'ClusterRole', metadata: { name }, rules: wanted.rules };
    await send('PATCH', `${API}/clusterroles/${name}`, role);
    await send('PATCH', `${API}/clusterrolebindings/${name}`, bind(userId, 'ClusterRoleBinding', name, name));
    const paths = new Set(wanted.members.map((it) => bindingAt(userId, it)));
    for (const it of wanted.members) {
      const path = bindingAt(userId, it);
      await send('PATCH', path, bind(userId, 'RoleBinding', path.split('/').at(-1) ?? '', it.role));
    }
    for (const it of before?.members ?? []) {
      const path = bindingAt(userId, it);
      if (!paths.has(path)) await send('DELETE', path);
    }
    made.set(userId, wanted);
  };
}
