import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type ClusterWithUsers,
  clusterWithUsers,
  ROLES,
  type Role,
  WAYS,
  type Way,
} from '../identity/caller-under-test.ts';

let world: ClusterWithUsers;
let count = 0;
beforeAll(async () => {
  world = await clusterWithUsers();
});
afterAll(() => world.close());

type Call = { method: string; path: string; body?: unknown };
type Statuses = readonly [number, number, number, number, number];
const PATHS = {
  namespaces: () => `${world.kubernetes}/api/v1/namespaces`,
  base: () => `${world.kubernetes}/api/v1/namespaces/base`,
  norman: () => `/v3/clusters/${world.clusterId}/namespaces`,
};
const fresh = (): string => {
  count += 1;
  return `n${count}`;
};
const create = (
  annotations: Record<string, string> = {},
  labels: Record<string, string> = {},
  name = fresh(),
): Call => ({
  ...{ method: 'POST', path: PATHS.namespaces(), body: world.namespace(name, annotations, labels) },
});
const createIn = (project: string): Call => create(world.inProject(project));
const post = (path: string, body: object): Call => ({ method: 'POST', path: `${world.kubernetes}${path}`, body });
const secretIn = (namespace: string): Call =>
  post(`/api/v1/namespaces/${namespace}/secrets`, { metadata: { name: fresh() }, stringData: { a: 'b' } });
const roleRef = (name: string) => ({ apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name });
const patch = (metadata: object): Call => ({ method: 'PATCH', path: PATHS.base(), body: { metadata } });
const label = (name: string, value: string): Call => patch({ labels: { [name]: value } });
const project = (id: string | null): Call => patch({ annotations: { 'field.cattle.io/projectId': id } });
const apply = (yaml: string, namespace?: string): Call => ({
  ...{ method: 'POST', path: `/v3/clusters/${world.clusterId}?action=importYaml` },
  body: { yaml, ...(namespace && { namespace }) },
});
const move = (projectId: string): Call => ({
  ...{ method: 'POST', path: `${PATHS.norman()}/base?action=move`, body: { projectId } },
});

/** What a real Rancher 2.15 answered, by role in the order of `ROLES`. */
const TABLE: readonly (readonly [what: string, call: () => Call, statuses: Statuses])[] = [
  ['list namespaces', () => ({ method: 'GET', path: PATHS.namespaces() }), [200, 403, 403, 403, 200]],
  ['list nodes', () => ({ method: 'GET', path: `${world.kubernetes}/api/v1/nodes` }), [200, 200, 200, 403, 403]],
  ['create a namespace without a project', () => create(), [201, 403, 201, 201, 201]],
  ['create a namespace `kube-…`', () => create({}, {}, `kube-${fresh()}`), [201, 403, 201, 201, 201]],
  ['create a namespace in the own project', () => createIn(world.own), [201, 403, 201, 201, 403]],
  ['create a namespace in another project', () => createIn(world.other), [201, 403, 403, 403, 403]],
  ['create a namespace in System', () => createIn(world.system), [201, 403, 403, 403, 403]],
  [
    'create a privileged namespace in the own project',
    () => create(world.inProject(world.own), { 'pod-security.kubernetes.io/enforce': 'privileged' }),
    [201, 403, 403, 403, 403],
  ],
  ['create a secret in a namespace of the project', () => secretIn('base'), [201, 403, 201, 201, 403]],
  ['create a secret in kube-system', () => secretIn('kube-system'), [201, 403, 403, 403, 403]],
  [
    'create a ClusterRoleBinding',
    () =>
      post('/apis/rbac.authorization.k8s.io/v1/clusterrolebindings', {
        ...{ metadata: { name: fresh() }, roleRef: roleRef('cluster-admin') },
      }),
    [201, 403, 403, 403, 403],
  ],
  [
    'create a ResourceQuota in a namespace of the project',
    () =>
      post('/api/v1/namespaces/base/resourcequotas', { metadata: { name: fresh() }, spec: { hard: { pods: '50' } } }),
    [201, 403, 403, 403, 403],
  ],
  [
    'create a RoleBinding in a namespace of the project',
    () =>
      post('/apis/rbac.authorization.k8s.io/v1/namespaces/base/rolebindings', {
        ...{ metadata: { name: fresh() }, roleRef: roleRef('view') },
      }),
    [201, 403, 201, 403, 403],
  ],
  ['set a label', () => label('a', fresh()), [200, 403, 200, 200, 200]],
  [
    'set the level of Pod Security',
    () => label('pod-security.kubernetes.io/enforce', 'baseline'),
    [200, 403, 403, 403, 200],
  ],
  [
    'set a warning of Pod Security',
    () => label('pod-security.kubernetes.io/warn', 'baseline'),
    [200, 403, 403, 403, 200],
  ],
  ['set the project to another', () => project(world.other), [200, 403, 403, 403, 403]],
  ['set the project to System', () => project(world.system), [200, 403, 403, 403, 403]],
  ['set the project to an unknown one', () => project(`${world.clusterId}:p-nosuch`), [200, 403, 403, 403, 403]],
  ['remove the project', () => project(null), [200, 403, 200, 200, 200]],
  [
    'set the quota in the annotation',
    () => patch({ annotations: { 'field.cattle.io/resourceQuota': '{"limit":{"pods":"9"}}' } }),
    [200, 403, 200, 200, 200],
  ],
  ['move a namespace to another project', () => move(world.other), [200, 403, 200, 200, 200]],
  ['move a namespace to System', () => move(world.system), [200, 403, 200, 200, 200]],
  [
    'import a namespace',
    () => apply(`apiVersion: v1\nkind: Namespace\nmetadata:\n  name: ${fresh()}\n`),
    [200, 400, 400, 400, 200],
  ],
  [
    'import a secret into a namespace of the project',
    () => apply(`apiVersion: v1\nkind: Secret\nmetadata:\n  name: ${fresh()}\n  namespace: base\n`, 'base'),
    [200, 400, 200, 200, 400],
  ],
  [
    'import a ClusterRoleBinding',
    () =>
      apply(
        `apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRoleBinding\nmetadata:\n  name: ${fresh()}\nroleRef: ${JSON.stringify(roleRef('cluster-admin'))}\n`,
      ),
    [200, 400, 400, 400, 400],
  ],
  [
    'read a namespace of another project',
    () => ({ method: 'GET', path: `${PATHS.namespaces()}/kube-system` }),
    [200, 403, 403, 403, 200],
  ],
  [
    'create a project',
    () => ({ method: 'POST', path: '/v3/projects', body: { clusterId: world.clusterId, name: fresh() } }),
    [201, 201, 403, 403, 403],
  ],
  [
    'create a registration token',
    () => ({ method: 'POST', path: '/v3/clusterregistrationtokens', body: { clusterId: world.clusterId } }),
    [201, 403, 403, 403, 403],
  ],
];

/** Moves `base` back into its project, with the labels and the quota that it had. */
async function restore(): Promise<void> {
  const labels = { 'pod-security.kubernetes.io/enforce': null, 'pod-security.kubernetes.io/warn': null };
  const annotations = { 'field.cattle.io/projectId': world.own, 'field.cattle.io/resourceQuota': null };
  await world.admin('PATCH', PATHS.base(), { metadata: { labels, annotations } });
}

const CASES = TABLE.flatMap(([what, call, statuses]) =>
  ROLES.flatMap((role, index) => WAYS.map((way) => ({ what, role, way, call, status: statuses[index] }))),
);

test.each(CASES)(
  '$role ($way) may or may not $what: $status',
  async ({ role, way, call, status }: { role: Role; way: Way; call: () => Call; status: number | undefined }) => {
    const { method, path, body } = call();
    expect((await world.as(role, way)(method, path, body)).status).toBe(status);
    await restore();
  },
);

test.each(WAYS)('the webhook says which right is missing (%s)', async (way) => {
  const send = world.as('project-owner', way);
  const id = world.people['project-owner'].id;
  const [, name = ''] = world.other.split(':');
  const denied = { kind: 'Status', reason: 'Unauthorized', code: 403 };
  const psa = label('pod-security.kubernetes.io/enforce', 'privileged');
  expect(await send(psa.method, psa.path, psa.body)).toMatchObject({
    body: { ...denied, message: 'admission webhook "rancher.cattle.io.namespaces" denied the request: Unauthorized' },
  });
  const { method, path, body } = createIn(world.other);
  const why = `User "${id}" does not have permission "manage-namespaces" on project "${name}"`;
  expect(await send(method, path, body)).toMatchObject({
    body: {
      ...denied,
      message: `admission webhook "rancher.cattle.io.namespaces.create-non-kubesystem" denied the request: ${why}`,
    },
  });
});

test('a namespace without a project is of no use to its maker', async () => {
  const send = world.as('project-owner', 'token');
  const { method, path, body } = create({}, {}, 'lonely');
  expect((await send(method, path, body)).status).toBe(201);
  expect((await send('GET', `${PATHS.namespaces()}/lonely`)).status).toBe(403);
  expect((await send('DELETE', `${PATHS.namespaces()}/lonely`)).status).toBe(403);
});
