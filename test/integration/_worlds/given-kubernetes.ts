import { Agent, fetch } from 'undici';
import { expect } from 'vitest';
import { z } from 'zod';
import { until } from '#infra/local/until';
import type { Simulator } from '#test/contracts/start-simulator';

/**
 * `{url, token, ca}` of a real Kubernetes API that nobody else uses. Without this variable, clusters are simulated
 * completely.
 */
const given = process.env.PADDOCK_REAL_CONTENTS;
const address = z.object({ url: z.url(), token: z.string(), ca: z.string() });
const KUBERNETES_OWN = /^(default|kube-.+)$/;
const SYSTEM = /^kube-.+$/;

const resources = z.object({
  resources: z.array(z.object({ name: z.string(), namespaced: z.boolean(), verbs: z.array(z.string()) })),
});
const groups = z.object({ groups: z.array(z.object({ preferredVersion: z.object({ groupVersion: z.string() }) })) });
const objects = z.object({ items: z.array(z.object({ metadata: z.object({ name: z.string() }) })) });

function connect() {
  const { url, token, ca } = address.parse(JSON.parse(given ?? ''));
  const dispatcher = new Agent({ connect: { ca } });
  return async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(url + path, {
      ...{ method, dispatcher, signal: AbortSignal.timeout(20_000) },
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (answer.status === 404 || answer.status === 409) return undefined;
    expect(answer.status, `${method} ${path}: ${text}`).toBeLessThan(300);
    return JSON.parse(text);
  };
}
type Ask = ReturnType<typeof connect>;

/** The API paths and plurals of all kinds that can be deleted in a namespace. */
async function emptiable(ask: Ask): Promise<{ root: string; plural: string }[]> {
  const all = groups.parse(await ask('GET', '/apis')).groups.map((it) => `/apis/${it.preferredVersion.groupVersion}`);
  const lists = await Promise.all(
    ['/api/v1', ...all].map(async (root) => {
      // For a moment after a kind is removed, Kubernetes still lists the kind's API, but answers 404 to requests for
      // this API.
      const { resources: known } = resources.parse((await ask('GET', root)) ?? { resources: [] });
      return known
        .filter(({ namespaced, verbs }) => namespaced && verbs.includes('deletecollection'))
        .map(({ name: plural }) => ({ root, plural }));
    }),
  );
  return lists.flat();
}

async function namesAt(ask: Ask, path: string): Promise<string[]> {
  return objects.parse(await ask('GET', path)).items.map(({ metadata }) => metadata.name);
}

const NAMESPACES = '/api/v1/namespaces';
const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

/**
 * Deletes everything that a test has created: custom resource definitions with their objects, and namespaces. Finalizes
 * the namespaces itself, because Kubernetes' own controller takes five seconds for each.
 */
async function empty(ask: Ask): Promise<void> {
  // Deletes the definitions one by one. If the whole collection were deleted, old objects would reappear when their
  // definition is created again.
  for (const name of await namesAt(ask, DEFINITIONS)) await ask('DELETE', `${DEFINITIONS}/${name}`);
  const kinds = await emptiable(ask);
  const names = await namesAt(ask, NAMESPACES);
  const gone = names.filter((name) => !KUBERNETES_OWN.test(name));
  for (const name of gone) await ask('DELETE', `/api/v1/namespaces/${name}`);
  for (const name of names.filter((it) => !SYSTEM.test(it))) {
    const own = kinds.filter(({ plural }) => name !== 'default' || !['services', 'serviceaccounts'].includes(plural));
    await Promise.all(own.map(({ root, plural }) => ask('DELETE', `${root}/namespaces/${name}/${plural}`)));
  }
  for (const name of gone) {
    await ask('PUT', `/api/v1/namespaces/${name}/finalize`, {
      ...{ apiVersion: 'v1', kind: 'Namespace', metadata: { name }, spec: { finalizers: [] } },
    });
  }
  await until({ tooLate: 'namespaces of a test stay', timeoutMs: 20_000, intervalMs: 50 }, async () => {
    const left = await namesAt(ask, NAMESPACES);
    const kindsLeft = await namesAt(ask, DEFINITIONS);
    return (kindsLeft.length === 0 && left.every((name) => KUBERNETES_OWN.test(name))) || undefined;
  });
}

/**
 * Empties the real Kubernetes API that the variable `PADDOCK_REAL_CONTENTS` describes, and makes it the cluster's API.
 * Does nothing if the variable is not set.
 */
export async function putKubernetesBehind({ url }: Pick<Simulator, 'url'>, cluster: string): Promise<void> {
  if (given === undefined) return;
  await empty(connect());
  const answer = await fetch(`${url}/_sim/kubernetes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ cluster, ...address.parse(JSON.parse(given)) }),
    signal: AbortSignal.timeout(20_000),
  });
  expect(answer.status, await answer.text()).toBe(201);
}
