import { expect } from 'vitest';
import { eventually, joinedCluster, startRancher, type TestRancher } from '../_core/rancher-client.ts';

const PASSWORD = 'long-enough-a-password';
const PSA_ROLE = {
  ...{ name: 'pod-security', context: 'cluster' },
  rules: [
    { apiGroups: ['management.cattle.io'], resources: ['projects'], verbs: ['updatepsa'] },
    { apiGroups: [''], resources: ['namespaces'], verbs: ['get', 'list', 'patch', 'update', 'create'] },
  ],
};
export const ROLES = ['cluster-owner', 'cluster-member', 'project-owner', 'project-member', 'own role'] as const;
export type Role = (typeof ROLES)[number];
/** A request by the user's own key, or by the administrator's with `Impersonate-User`. */
export const WAYS = ['token', 'impersonated'] as const;
export type Way = (typeof WAYS)[number];
type Send = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;
type Answer = { status: number; body: unknown };

const namespace = (name: string, annotations: Record<string, string> = {}, labels: Record<string, string> = {}) => ({
  ...{ apiVersion: 'v1', kind: 'Namespace' },
  metadata: { name, annotations, labels },
});
const inProject = (projectId: string) => ({ 'field.cattle.io/projectId': projectId });

/** Creates a user without a role in any cluster, and signs in as this user. */
async function personIn(rancher: TestRancher, username: string) {
  const { id } = (await rancher.send('POST', '/v3/users', { username, password: PASSWORD })).object();
  await rancher.send('POST', '/v3/globalrolebindings', { userId: id, globalRoleId: 'user-base' });
  const login = { username, password: PASSWORD, responseType: 'json' };
  const answer = await rancher.send('POST', '/v3-public/localProviders/local?action=login', login, '');
  return { id, token: answer.object().token };
}

const sendingTo =
  (url: string) =>
  (given: Record<string, string>): Send =>
  async (method, path, body, headers = {}) => {
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
    const answer = await fetch(url + path, {
      ...{ method, headers: { 'content-type': type, ...given, ...headers }, signal: AbortSignal.timeout(5000) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: /^[[{]/.test(text) ? JSON.parse(text) : text };
  };

/**
 * A connected cluster with two projects, and one user for each role. The project roles are in the project `own`. The
 * namespace `base` is in it.
 */
export async function clusterWithUsers() {
  const rancher = await startRancher({ roleSync: 5 });
  const { clusterId } = await joinedCluster(rancher);
  const kubernetes = `/k8s/clusters/${clusterId}`;
  await eventually(async () => expect((await rancher.send('GET', `${kubernetes}/api/v1/nodes`)).status).toBe(200));
  const project = async (name: string) => (await rancher.send('POST', '/v3/projects', { clusterId, name })).object().id;
  const [own, other] = [await project('own'), await project('other')];
  const system = (await rancher.send('GET', `/v3/projects?clusterId=${clusterId}`))
    .rows()
    .find(({ name }) => name === 'System');
  const roleId = (await rancher.send('POST', '/v3/roletemplates', PSA_ROLE)).object().id;
  await rancher.send('POST', `${kubernetes}/api/v1/namespaces`, namespace('base', inProject(own)));

  const person = (username: string) => personIn(rancher, username);
  async function bind(userId: string, role: Role): Promise<void> {
    const isOfProject = role.startsWith('project-');
    const place = isOfProject ? { projectId: own } : { clusterId };
    const path = isOfProject ? '/v3/projectroletemplatebindings' : '/v3/clusterroletemplatebindings';
    const roleTemplateId = role === 'own role' ? roleId : role;
    await rancher.send('POST', path, { ...place, userId, roleTemplateId });
    await eventually(async () => expect((await by(userId)('GET', `/v3/clusters/${clusterId}`)).status).toBe(200));
  }
  const requestWith = sendingTo(rancher.url);
  const administrator = `Bearer ${rancher.pair}`;
  /** Sends with the administrator's key, for the user. */
  const by = (userId: string): Send => requestWith({ authorization: administrator, 'impersonate-user': userId });
  const people = Object.fromEntries(
    await Promise.all(ROLES.map(async (role) => [role, await person(role.replace(' ', '-'))] as const)),
  ) as Record<Role, { id: string; token: string }>;
  for (const role of ROLES) await bind(people[role].id, role);

  return {
    ...{
      rancher,
      clusterId,
      kubernetes,
      own,
      other,
      system: system?.id ?? '',
      people,
      person,
      by,
      namespace,
      inProject,
    },
    admin: requestWith({ authorization: administrator }),
    withKey: (token: string): Send => requestWith({ authorization: `Bearer ${token}` }),
    as: (role: Role, way: Way): Send =>
      way === 'impersonated' ? by(people[role].id) : requestWith({ authorization: `Bearer ${people[role].token}` }),
    close: rancher.close,
  };
}
export type ClusterWithUsers = Awaited<ReturnType<typeof clusterWithUsers>>;
