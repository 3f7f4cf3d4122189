import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { eventually, joinedCluster, startRancher, type TestRancher } from '../_core/rancher-client.ts';

let rancher: TestRancher;
let id: string;
let projectId: string;
beforeEach(async () => {
  rancher = await startRancher();
  id = (await joinedCluster(rancher)).clusterId;
  const made = await rancher.send('POST', '/v3/projects', { clusterId: id, name: 'team' });
  projectId = made.object().id;
  await eventually(async () =>
    expect((await rancher.send('POST', `/v3/clusters/${id}/namespaces`, { name: 'team', projectId })).status).toBe(201),
  );
});
afterEach(() => rancher.close());

const GROUP = 'keycloakoidc_group://team';
async function bind(roleTemplateId: string): Promise<string> {
  const body = { projectId, roleTemplateId, groupPrincipalId: GROUP };
  const answer = await eventually(async () => {
    const one = await rancher.send('POST', '/v3/projectroletemplatebindings', body);
    expect(one.status).toBe(201);
    return one;
  });
  return answer.object().id;
}
const listed = z.object({
  items: z.array(z.looseObject({ roleRef: z.looseObject({ name: z.string() }), subjects: z.array(z.unknown()) })),
});
const bindingsIn = async (namespace: string) =>
  listed.parse(
    (
      await rancher.send(
        'GET',
        `/k8s/clusters/${id}/apis/rbac.authorization.k8s.io/v1/namespaces/${namespace}/rolebindings`,
      )
    ).body,
  ).items;

test('a group’s role is bound in the namespaces of the project, with what it inherits, until it is taken away', async () => {
  const binding = await bind('project-member');
  const subjects = [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'Group', name: GROUP }];
  await eventually(async () => {
    const all = await bindingsIn('team');
    expect(all.map(({ roleRef }) => roleRef.name).sort()).toEqual(['edit', 'project-member']);
    expect(all).toMatchObject([{ subjects }, { subjects }]);
  });
  expect(await bindingsIn('default')).toEqual([]);
  await rancher.send('DELETE', `/v3/projectroletemplatebindings/${binding}`);
  await eventually(async () => expect(await bindingsIn('team')).toEqual([]));
});

async function userinfo(person: object): Promise<string> {
  const server = createServer(({ headers }, answer) => {
    const isKnown = headers.authorization === 'Bearer good';
    answer.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' }).end(JSON.stringify(person));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${z.custom<AddressInfo>().parse(server.address()).port}/`;
}

test('who signs in at Keycloak has the rights of the groups that are named there, in that project only', async () => {
  await bind('workloads-manage');
  const at = await userinfo({ sub: 'of-ann', name: 'Ann', groups: ['team'] });
  const signIn = (token: string) => rancher.send('POST', '/_sim/sign-in', { userinfo: at, token });
  expect((await signIn('bad')).status).toBe(401);
  const { status, body } = await signIn('good');
  expect(status).toBe(201);
  const session = z.object({ userId: z.string(), token: z.string() }).parse(body);
  const asAnn = (path: string) =>
    rancher.send('GET', `/k8s/clusters/${id}/api/v1/namespaces/${path}`, undefined, `Bearer ${session.token}`);
  await eventually(async () => expect((await asAnn('team/pods')).status).toBe(200));
  expect([(await asAnn('team/secrets')).status, (await asAnn('default/pods')).status]).toEqual([403, 403]);
  expect((await rancher.send('GET', `/v3/users/${session.userId}`)).body).toMatchObject({
    ...{ name: 'Ann', principalIds: ['keycloakoidc_user://of-ann', `local://${session.userId}`] },
  });
});
