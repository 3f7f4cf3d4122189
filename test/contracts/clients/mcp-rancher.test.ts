import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { type Simulator, startSimulator } from '../start-simulator.ts';

/**
 * Tests Rancher's API with the MCP server `@gorizond/mcp-rancher-multi`. Each case calls tools of the server, which
 * send requests to Rancher.
 */
const printed = z.object({ access_key: z.string(), secret_key: z.string() });
const answer = z.object({ content: z.tuple([z.object({ text: z.string() })]), isError: z.boolean().optional() });
const rows = z.array(z.looseObject({ id: z.string(), name: z.string().nullish() }));
const serverId = 'sim';
const program = fileURLToPath(import.meta.resolve('@gorizond/mcp-rancher-multi'));
const PROVISIONING = '/v1/provisioning.cattle.io.clusters';
const client = new Client({ name: 'paddock', version: '1' });
let simulator: Simulator;
let token: string;
let clusterId: string;

async function textOf(name: string, args: Record<string, unknown> = {}): Promise<string> {
  const { content, isError } = answer.parse(await client.callTool({ name, arguments: { serverId, ...args } }));
  if (isError) throw new Error(content[0].text);
  return content[0].text;
}
const ask = async (name: string, args?: Record<string, unknown>): Promise<unknown> =>
  JSON.parse(await textOf(name, args));
const raw = (path: string, more: Record<string, unknown> = {}) => ask('k8s_raw', { clusterId: 'local', path, ...more });

async function order(name: string): Promise<void> {
  await fetch(`${simulator.url}${PROVISIONING}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ metadata: { name, namespace: 'fleet-default' }, spec: { rkeConfig: {} } }),
    signal: AbortSignal.timeout(5000),
  });
}

beforeAll(async () => {
  simulator = await startSimulator('rancher');
  const { access_key, secret_key } = printed.parse(simulator.printed);
  token = `${access_key}:${secret_key}`;
  await simulator.setDelays({ pace: 0.01 });
  const of = {
    RANCHER_SERVER_sim_NAME: 'Sim',
    RANCHER_SERVER_sim_BASEURL: simulator.url,
    RANCHER_SERVER_sim_TOKEN: token,
  };
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [program], env: of, stderr: 'ignore' }),
  );
  await order('blue');
  await order('green');
  clusterId = await vi.waitFor(async () => {
    const found = rows.parse(await ask('rancher_clusters_list')).find(({ name }) => name === 'blue');
    return z.string().parse(found?.id);
  });
});
afterAll(async () => {
  await client.close();
  await simulator.stop();
});

test('it finds the server healthy, with its clusters, nodes and projects', async () => {
  expect(await textOf('rancher_health')).toBe('HTTP 200 OK');
  const names = rows.parse(await ask('rancher_clusters_list')).map(({ name }) => name);
  expect(names.toSorted()).toEqual(['blue', 'green', 'local']);
  const summaryFields = ['id', 'name', 'state', 'provider', 'workspace', 'kubeVersion', 'transitioning', 'created'];
  expect(await ask('rancher_clusters_list', { summaryFields })).toContainEqual(
    expect.objectContaining({ id: clusterId, workspace: 'fleet-default' }),
  );
  expect(await ask('rancher_clusters_list', { summary: false, stripKeys: ['links'] })).toHaveLength(3);
  expect(await ask('rancher_cluster_get', { clusterId })).toMatchObject({ id: clusterId, name: 'blue' });
  await expect(ask('rancher_cluster_get', { clusterId: 'c-nosuch' })).rejects.toThrow('HTTP 404');
  expect(await ask('rancher_cluster_get', { clusterId: 'local' })).toMatchObject({ id: 'local', internal: true });
  expect(await ask('rancher_nodes_list', { clusterId })).toEqual([]);
  expect(rows.parse(await ask('rancher_projects_list', { clusterId })).map(({ name }) => name)).toContain('System');
});

test('it reads clusters page by page, by the address of the next page', async () => {
  const whole = rows.parse(await ask('rancher_clusters_list')).map(({ id }) => id);
  const paged = z.object({ data: rows, pagination: z.looseObject({}), pageInfo: z.object({ pages: z.number() }) });
  const all = paged.parse(await ask('rancher_clusters_list', { limit: 1, autoContinue: true }));
  expect([all.data.map(({ id }) => id), all.pageInfo.pages]).toEqual([whole, 3]);
  const first = paged.parse(await ask('rancher_clusters_list', { limit: 1, autoContinue: true, maxPages: 1 }));
  const continueToken = z.string().parse(first.pagination.next);
  expect(rows.parse(await ask('rancher_clusters_list', { continueToken })).map(({ id }) => id)).toEqual(
    whole.slice(1, 2),
  );
});

test('it is given kubeconfigs, one by one and merged', async () => {
  expect(await textOf('rancher_clusters_kubeconfig', { clusterId })).toContain(`/k8s/clusters/${clusterId}`);
  const [{ id: other } = { id: '' }] = rows
    .parse(await ask('rancher_clusters_list'))
    .filter(({ id }) => id !== clusterId);
  const merged = await textOf('rancher_kubeconfigs_merge', { clusterIds: [clusterId, other] });
  expect(merged).toMatch(/kubeconfig #1 for c-m-[\s\S]*kubeconfig #2 for c-m-/);
  await expect(textOf('rancher_clusters_kubeconfig', { clusterId: 'c-nosuch' })).rejects.toThrow('HTTP 404');
});

test('it works with the objects of a cluster', async () => {
  expect(await ask('k8s_namespaces_list', { clusterId: 'local' })).toContainEqual(
    expect.objectContaining({ metadata: expect.objectContaining({ name: 'default' }) }),
  );
  const maps = '/api/v1/namespaces/default/configmaps';
  for (const name of ['one', 'two', 'three']) {
    const body = JSON.stringify({ metadata: { name, labels: { day: 'yes' } }, data: { a: name } });
    expect(await raw(maps, { method: 'POST', body })).toMatchObject({ kind: 'ConfigMap', data: { a: name } });
  }
  const list = z.object({ items: z.array(z.unknown()), pageInfo: z.object({ pages: z.number() }) });
  const paged = list.parse(await raw(`${maps}?labelSelector=day%3Dyes`, { limit: 1, autoContinue: true }));
  expect([paged.items.length, paged.pageInfo.pages]).toEqual([3, 3]);
  expect(await raw('/api/v1/namespaces?limit=1')).toMatchObject({
    metadata: { remainingItemCount: expect.any(Number) },
  });
  await expect(raw('/apis/discovery.k8s.io/v1/endpointslices')).rejects.toThrow(/HTTP 501[\s\S]*not simulated/);
  await expect(raw('/apis/nosuch.example.org/v1/things')).rejects.toThrow('HTTP 404');
  const patched = { method: 'PATCH', contentType: 'application/merge-patch+json', body: '{"data":{"b":"2"}}' };
  expect(await raw(`${maps}/one`, patched)).toMatchObject({ data: { a: 'one', b: '2' } });
  expect(await raw(`${maps}/two`, { method: 'DELETE' })).toMatchObject({ status: 'Success' });
  await expect(raw(`${maps}/two`)).rejects.toThrow('K8s proxy HTTP 404');
  await expect(raw(maps, { method: 'POST', body: '{"metadata":{"name":"Bad Name"}}' })).rejects.toThrow('422');
  const bad = JSON.stringify({ metadata: { name: 'bad', labels: { a: 'not allowed!' } } });
  await expect(raw(maps, { method: 'POST', body: bad })).rejects.toThrow('422');
  const nowhere = '/api/v1/namespaces/nosuch/configmaps';
  await expect(raw(nowhere, { method: 'POST', body: '{"metadata":{"name":"x"}}' })).rejects.toThrow('404');
  await expect(raw(`${maps}?labelSelector=a%20b`)).rejects.toThrow('400');
  await expect(raw(`${maps}?limit=abc`)).rejects.toThrow('400');
  await expect(raw(`${maps}?continue=abc`)).rejects.toThrow('400');
});

test('a cluster that is not connected answers that it is not', async () => {
  await expect(ask('k8s_namespaces_list', { clusterId })).rejects.toThrow('HTTP 503');
  await expect(ask('k8s_namespaces_list', { clusterId: 'c-nosuch' })).rejects.toThrow('HTTP 404');
});

test('Fleet is refused as not simulated', async () => {
  const body = JSON.stringify({ metadata: { name: 'repo' }, spec: { repo: 'https://example.org/x.git' } });
  const repo = { namespace: 'fleet-default', name: 'repo' };
  for (const [tool, args] of [
    ['fleet_gitrepos_list', {}],
    ['fleet_gitrepos_get', repo],
    ['fleet_gitrepos_create', { body }],
    ['fleet_gitrepos_apply', { ...repo, manifestYaml: body }],
    ['fleet_gitrepos_redeploy', repo],
    ['fleet_bdeploys_list', { labelSelector: 'a=b' }],
    ['fleet_status_summary', {}],
  ] as const) {
    await expect(ask(tool, args), tool).rejects.toThrow(/HTTP 501[\s\S]*not simulated/);
  }
});

test('another server is added while it runs, and a wrong key is reported', async () => {
  const added = { id: 'other', baseUrl: simulator.url, token: 'token-x:wrong' };
  expect(await ask('rancher_servers_add', added)).toMatchObject({ id: 'other', token: '***rong' });
  await expect(ask('rancher_clusters_list', { serverId: 'other' })).rejects.toThrow('HTTP 401');
  expect(await textOf('rancher_health', { serverId: 'other' })).toBe('HTTP 401 Unauthorized');
  await ask('rancher_servers_remove', { id: 'other' });
  expect(await ask('rancher_servers_list')).toEqual([expect.objectContaining({ id: 'sim' })]);
});
