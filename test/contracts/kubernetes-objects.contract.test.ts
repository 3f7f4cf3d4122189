import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Agent, fetch } from 'undici';
import { afterAll, beforeAll, describe } from 'vitest';
import { z } from 'zod';
import { connectJson } from '#shared/adapters/json-client';
import { clusterObjects } from '#shared/adapters/rancher/contents/cluster-objects';
import { rancherSession } from '#shared/adapters/rancher/rancher-session';
import { selectorMemories } from '#shared/adapters/rancher/steve-lists';
import { type KubernetesAccess, parseKubeconfig } from '#shared/domain/cluster-access/kubeconfig';
import { systemClock } from '#shared/runtime/clock-and-ids';
import { clusterObjectCases } from './rancher/cluster-object-cases.ts';

/**
 * `{kubeconfig}` of a real Kubernetes API with an administrator's token. The value is a path or the text of the file.
 */
const real = process.env.PADDOCK_REAL_KUBERNETES;
const textOf = (given: string): string => (existsSync(given) ? readFileSync(given, 'utf8') : given);
const access = z.object({ kubeconfig: z.string().transform(textOf) });

const CLUSTER = 'c-m-real0000';
const key = { username: 'token-abc', password: 'secret' };

/**
 * Acts like Rancher's proxy. Forwards requests below the cluster's path to the API server, with the cluster's own
 * credential.
 */
function proxyTo({ server, caData: ca }: Pick<KubernetesAccess, 'server' | 'caData'>, bearer: string): Server {
  const dispatcher = new Agent({ connect: { ...(ca !== undefined && { ca }) } });
  return createServer(async (request, reply) => {
    const below = (request.url ?? '').replace(`/k8s/clusters/${CLUSTER}`, '');
    const { method = 'GET', headers } = request;
    const body = await text(request);
    const answer = await fetch(server + below, {
      ...{ method, dispatcher },
      headers: { authorization: `Bearer ${bearer}`, 'content-type': headers['content-type'] ?? 'application/json' },
      ...(body !== '' && { body }),
      signal: AbortSignal.timeout(30_000),
    });
    reply.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
  });
}

describe.runIf(real !== undefined)('a real Kubernetes behind Rancher’s proxy', () => {
  let proxy: Server;
  let url = '';
  beforeAll(async () => {
    const { login, ...at } = parseKubeconfig(access.parse(JSON.parse(real ?? '')).kubeconfig);
    if (!('token' in login)) throw new Error('the kubeconfig needs a token');
    proxy = proxyTo(at, login.token);
    await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));
    const { port } = proxy.address() as AddressInfo;
    url = `http://127.0.0.1:${port}`;
  });
  afterAll(() => void proxy?.close());
  clusterObjectCases(() => {
    const client = connectJson({ backend: 'Rancher', baseUrl: url, verifyTls: true });
    const session = rancherSession(client, key, selectorMemories(systemClock)(url));
    return {
      ...{ backend: { url, key }, rancher: clusterObjects(session) },
      cluster: async () => CLUSTER,
      lostCluster: async () => undefined,
    };
  });
});
