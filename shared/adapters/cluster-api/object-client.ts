import type { RequestContext, ResponseContext } from '@kubernetes/client-node/dist/gen/http/http.js';
import type { V1APIResourceList } from '@kubernetes/client-node/dist/gen/models/V1APIResourceList.js';
import type { KubernetesObjectApi } from '@kubernetes/client-node/dist/object.js';
import { z } from 'zod';
import type { ObjectKind } from '#shared/ports/cluster-api';
import { AppError, BackendNotFound, Misconfigured } from '../../errors.ts';
import type { Reply } from '../backend-request.ts';
import type { JsonCall, JsonClient } from '../json-client.ts';

/** One request about objects of a kind. `ask` makes the request through the library. */
export type ObjectCall<T> = Pick<JsonCall<T>, 'op' | 'reply' | 'secrets' | 'classify'> & {
  kind: ObjectKind;
  ask(objects: KubernetesObjectApi): Promise<unknown>;
};
export type ObjectClient = <T>(call: ObjectCall<T>) => Promise<Reply<T>>;

/** The kinds that the API serves, by API version. The library looks up the path of a kind here. */
export type ServedKinds = Record<string, V1APIResourceList>;

/** Matches `/api/v1` and `/apis/<group>/<version>`, where the API lists the kinds of a group. */
const GROUP_PATH = /^\/(api|apis\/[^/]+)\/[^/]+$/;

const kinds = z.looseObject({
  resources: z.array(z.looseObject({ name: z.string(), kind: z.string(), namespaced: z.boolean() })),
});
const method = z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * Makes requests with the client library of Kubernetes. The library sends them through the HTTP client that all
 * backends share, which has timeouts, certificates, proxies and named errors.
 */
export const objectClient =
  (client: JsonClient, served: ServedKinds): ObjectClient =>
  async (call) => {
    const { kind, ask, ...named } = call;
    // The library is 380 KB. Most requests to the API do not need it.
    const { makeObjects, respond } = await import('./kubernetes-objects.on-demand.ts');
    let answer: Reply<z.infer<typeof named.reply>> | undefined;
    const send = async (request: RequestContext): Promise<ResponseContext> => {
      const asked = requestOf(request);
      if (GROUP_PATH.test(asked.path)) {
        return respond((await client({ ...asked, op: 'findKind', reply: kinds })).body);
      }
      answer = await client({ ...named, ...asked });
      // The library would parse dates, and would drop the token for the next page of a list. So the library gets an
      // empty `Status` instead of the answer.
      return respond({ kind: 'Status', apiVersion: 'v1' });
    };
    try {
      await ask(makeObjects(send, served));
    } catch (error) {
      throw failureOf(error, kind);
    }
    if (!answer) throw new Error('The Kubernetes client library has made no request.');
    return answer;
  };

function requestOf(request: RequestContext) {
  const url = new URL(request.getUrl());
  const body = request.getBody();
  const headers = Object.entries(request.getHeaders()).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    method: method.parse(request.getHttpMethod()),
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: Object.fromEntries(headers),
    ...(typeof body === 'string' && { body: JSON.parse(body) }),
  };
}

/**
 * Turns the error for a kind that is not installed into Misconfigured, because the original error would look like a
 * missing object.
 */
function failureOf(error: unknown, { apiVersion, kind }: ObjectKind): unknown {
  const isMissing = error instanceof BackendNotFound && error.details.op === 'findKind';
  const isUnknown = error instanceof Error && error.message.startsWith('Unrecognized API version and kind');
  if (error instanceof AppError && !isMissing) return error;
  if (!isMissing && !isUnknown) return error;
  return new Misconfigured(
    `The management cluster does not have the kind ${kind} of ${apiVersion}: install it.`,
    {},
    error,
  );
}
