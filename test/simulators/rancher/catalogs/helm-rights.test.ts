import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { eventually } from '../_core/rancher-client.ts';
import { type ClusterWithUsers, clusterWithUsers, ROLES, type Role } from '../identity/caller-under-test.ts';

let world: ClusterWithUsers;
const REPOSITORIES = '/v1/catalog.cattle.io.clusterrepos';
const inside = (path: string) => `/k8s/clusters/${world.clusterId}${path}`;
const bare = { name: 'bare', version: '1.0.0', deployments: ['web'] };
const binding = { group: 'rbac.authorization.k8s.io', resource: 'clusterrolebindings', namespace: '' };
beforeAll(async () => {
  world = await clusterWithUsers();
  const url = 'https://charts.of.somebody/';
  const charts = [
    bare,
    { ...bare, name: 'root', makes: [binding] },
    { ...bare, name: 'elsewhere', makes: [{ resource: 'secrets', namespace: 'kube-system' }] },
  ];
  await world.admin('POST', '/_sim/charts', { url, charts });
  await world.admin('POST', inside(REPOSITORIES), { metadata: { name: 'theirs' }, spec: { url } });
  await eventually(async () =>
    expect((await world.admin('GET', inside(`${REPOSITORIES}/theirs?link=index`))).status).toBe(200),
  );
});
afterAll(() => world.close());

const output = z.object({ operationName: z.string(), operationNamespace: z.string() });
const operation = z.object({
  status: z.object({
    conditions: z.array(z.object({ type: z.string(), status: z.string(), message: z.string().default('') })),
  }),
});

/** Whether Helm succeeds. Rancher takes the order from whoever reads the repository. */
async function succeeds(role: Role, path: string, body: object): Promise<boolean> {
  const answer = await world.as(role, 'token')('POST', inside(path), body);
  expect(answer.status).toBe(201);
  const { operationName, operationNamespace } = output.parse(answer.body);
  const pod = await world.admin('GET', inside(`/api/v1/namespaces/cattle-system/pods/${operationName}`));
  expect(pod.body).toMatchObject({
    metadata: { annotations: { 'pod-impersonation.cattle.io/cluster-role': expect.stringMatching(/^pod-imp/) } },
  });
  return eventually(async () => {
    const at = inside(`/v1/catalog.cattle.io.operations/${operationNamespace}/${operationName}`);
    const { conditions } = operation.parse((await world.admin('GET', at)).body).status;
    const holds = (type: string) => conditions.some((it) => it.type === type && it.status === 'True');
    expect(holds('Reconciling')).toBe(false);
    if (holds('Stalled')) expect(JSON.stringify(conditions)).toContain('exit code: 1');
    return !holds('Stalled');
  });
}
const install = (role: Role, chartName: string, namespace: string, more: object = {}) =>
  succeeds(role, `${REPOSITORIES}/theirs?action=install`, {
    ...{ namespace, ...more },
    charts: [{ chartName, version: '1.0.0', releaseName: `${chartName}-${role.replace(' ', '-')}` }],
  });

/** By role in the order of `ROLES`. */
test.each([
  ['a chart in a namespace of the project', 'bare', 'base', [true, false, true, true, false]],
  ['a chart in kube-system', 'bare', 'kube-system', [true, false, false, false, false]],
  ['a chart with a ClusterRoleBinding', 'root', 'base', [true, false, false, false, false]],
  ['a chart with a secret in kube-system', 'elsewhere', 'base', [true, false, false, false, false]],
] as const)('Helm has the rights of whoever installs %s', async (_, chart, namespace, expected) => {
  const results: boolean[] = [];
  for (const role of ROLES) results.push(await install(role, chart, namespace));
  expect(results).toEqual(expected);
});

test('nobody uninstalls with less than the rights to the release', async () => {
  expect(await install('project-owner', 'bare', 'base', {})).toBe(false); // the name is in use since the install above
  const at = '/v1/catalog.cattle.io.apps/base/bare-project-owner?action=uninstall';
  expect((await world.as('cluster-member', 'token')('POST', inside(at), {})).status).toBe(403);
  expect(await succeeds('project-owner', at, {})).toBe(true);
});

test('a namespace for a chart is made in a project only by whoever may put namespaces there', async () => {
  const place = (projectId: string) => ({ projectId: projectId.replace(':', '/') });
  expect(await install('project-owner', 'bare', 'new-in-system', place(world.system))).toBe(false);
  expect((await world.admin('GET', inside('/api/v1/namespaces/new-in-system'))).status).toBe(404);
  expect(await install('project-owner', 'bare', 'new-in-own', place(world.own))).toBe(true);
});
