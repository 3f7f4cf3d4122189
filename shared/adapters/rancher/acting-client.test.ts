import { expect, test } from 'vitest';
import { z } from 'zod';
import { BackendConflict, BackendUnauthorized, NotAllowed } from '#shared/errors';
import type { JsonCall, JsonClient } from '../json-client.ts';
import { actingClient } from './acting-client.ts';

const AS = { accountId: 'u-olga', clusterId: 'c-m-1', patienceMs: 0 };
const READ = { op: 'read', method: 'GET', reply: z.unknown() } as const;
type Sent = Pick<JsonCall<unknown>, 'path' | 'headers'>;

/** A client that records what is sent, and answers each request with the next of the errors, then with nothing. */
function recorded(...errors: Error[]) {
  const sent: Sent[] = [];
  const client: JsonClient = async ({ path, headers, reply }) => {
    sent.push({ path, ...(headers && { headers }) });
    const error = errors.shift();
    if (error) throw error;
    return { body: reply.parse(undefined), bytes: 0, header: () => undefined };
  };
  return { sent, client };
}
const forbidden = (message: string, status = 403) =>
  new BackendUnauthorized(`Rancher answered read with ${status}: ${message}`, { status, kubernetes: { message } });

test.each([
  '/k8s/clusters/c-m-1/api/v1/namespaces',
  '/k8s/clusters/c-m-1/apis/apps/v1/namespaces/shop/deployments/cart',
  '/v3/projects',
  '/v3/projects/c-m-1:p-shop',
  '/v3/clusters/c-m-1/namespaces/shop',
])('%s is requested as the account', async (path) => {
  const { sent, client } = recorded();
  await actingClient(client, AS)({ ...READ, path });
  expect(sent).toEqual([{ path, headers: { 'impersonate-user': 'u-olga' } }]);
});

test.each([
  '/v1/provisioning.cattle.io.clusters',
  '/v1-public/login',
  '/k8s/clusters/c-m-1/v1/namespaces',
  '/k8s/clusters/c-m-1/version',
  '/k8s/clusters/c-m-2/api/v1/namespaces',
  '/k8s/clusters/local/api/v1/namespaces',
  '/api/v1/namespaces',
  '/apis/management.cattle.io/v3/users',
  '/v3/tokens',
  '/v3/users',
  '/v3/clusters/c-m-2/namespaces/shop',
  '/v3/clusters',
  '/v3/projects/../tokens',
  '/v3//tokens',
  '/k8s/clusters/c-m-1/api/../v1/namespaces',
  '/v3/projects?x=/../tokens',
])('%s is never requested, because Rancher would act with all rights of Paddock’s key', async (path) => {
  const { sent, client } = recorded();
  await expect(actingClient(client, AS)({ ...READ, path })).rejects.toThrow('would not honour');
  expect(sent).toEqual([]);
});

test('a name with a slash is refused, because it could lead out of the cluster', async () => {
  const { sent, client } = recorded();
  const path = '/k8s/clusters/c-m-1/api/v1/namespaces/x%2F..%2F..%2F..%2F..%2Fv1%2Fsecrets';
  await expect(actingClient(client, AS)({ ...READ, path })).rejects.toThrow('must not contain a slash');
  expect(sent).toEqual([]);
});

test.each([
  ['the cluster of Rancher itself', { clusterId: 'local' }],
  ['no cluster', { clusterId: '' }],
  ['no account', { accountId: '' }],
])('nobody is impersonated with %s', (_what, as) => {
  expect(() => actingClient(recorded().client, { ...AS, ...as })).toThrow('Nobody can be impersonated');
});

test('a refusal of the account reaches the person in the words of Kubernetes', async () => {
  const words = 'namespaces is forbidden: User "u-olga" cannot create resource "namespaces"';
  const { client } = recorded(forbidden(words));
  const error = await actingClient(client, AS)({ ...READ, path: '/v3/projects' }).catch((it: unknown) => it);
  expect(error).toBeInstanceOf(NotAllowed);
  expect(error).toMatchObject({ message: words });
});

test('a refusal by Rancher’s webhook is one of the account, a refusal by another webhook is one of the object', async () => {
  const by = (webhook: string) => forbidden(`admission webhook "${webhook}" denied the request: Unauthorized`);
  const { client } = recorded(by('rancher.cattle.io.namespaces'), by('validate.kyverno.svc'));
  const acting = actingClient(client, AS);
  await expect(acting({ ...READ, path: '/v3/projects' })).rejects.toThrow(NotAllowed);
  await expect(acting({ ...READ, path: '/v3/projects' })).rejects.toThrow(BackendUnauthorized);
});

test('a refusal of Paddock’s own key is not shown as one of the person', async () => {
  const { client } = recorded(forbidden('must authenticate', 401), new BackendConflict('taken', { status: 409 }));
  const acting = actingClient(client, AS);
  await expect(acting({ ...READ, path: '/v3/projects' })).rejects.toThrow(BackendUnauthorized);
  await expect(acting({ ...READ, path: '/v3/projects' })).rejects.toThrow(BackendConflict);
});

test('a refusal is repeated while Rancher applies new roles, and not longer', async () => {
  const { sent, client } = recorded(forbidden('not yet'), forbidden('not yet'));
  await actingClient(client, { ...AS, patienceMs: 5_000 })({ ...READ, path: '/v3/projects' });
  expect(sent).toHaveLength(3);
  const late = recorded(forbidden('never'));
  await expect(actingClient(late.client, AS)({ ...READ, path: '/v3/projects' })).rejects.toThrow('never');
  expect(late.sent).toHaveLength(1);
});
