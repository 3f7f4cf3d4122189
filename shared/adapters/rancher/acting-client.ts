import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { BackendUnauthorized, NotAllowed, ObjectRefused } from '#shared/errors';
import type { JsonClient } from '../json-client.ts';
import { explainRefusal, isAboutObject } from './contents/kubernetes-refusal.ts';

/** Rancher's own cluster. Rancher ignores an impersonation there. */
const LOCAL = 'local';
/** Milliseconds between two attempts while Rancher applies new role bindings. */
const RETRY_MS = 150;

/** The path would have more parts after it is decoded, and might lead to a part where Rancher ignores the account. */
const BAD_NAME = { reason: 'BadRequest', problems: [] };

export type ActingAs = { accountId: string; clusterId: string; patienceMs: number };

/**
 * Whether Rancher honours an impersonation on the path: in the Kubernetes API of the cluster, and in the v3 API for the
 * cluster and its projects. On every other path, Rancher silently acts with all rights of Paddock's key (measured with
 * Rancher 2.15: Steve at `/v1` and `/k8s/clusters/<id>/v1`, the cluster `local`, and keys at `/v3/tokens`).
 */
function isHonoured(path: string, clusterId: string): boolean {
  const segments = path.split('/').slice(1);
  if (segments.some((it) => it === '' || it === '.' || it === '..' || /[?#\\]/.test(it))) return false;
  const [api, second, third, fourth] = segments;
  if (api === 'k8s') return second === 'clusters' && third === clusterId && (fourth === 'api' || fourth === 'apis');
  return api === 'v3' && (second === 'projects' || (second === 'clusters' && third === clusterId));
}

const refusal = z.object({
  status: z.int(),
  kubernetes: z.object({ message: z.string() }).optional(),
});

/**
 * The error for the person, if Rancher or Kubernetes has refused the person's account. Undefined if the object is
 * refused, or Paddock's key.
 */
function refusalOfAccount(error: unknown): NotAllowed | undefined {
  if (!(error instanceof BackendUnauthorized)) return undefined;
  const { status, kubernetes } = refusal.safeParse(error.details).data ?? {};
  if (status === undefined || status === 401) return undefined;
  if (kubernetes && isAboutObject(status, kubernetes.message)) return undefined;
  const words = kubernetes?.message ?? / with 4\d\d: (.+)$/s.exec(error.message)?.[1];
  return new NotAllowed(words ?? 'Rancher does not permit this for your role in the cluster.', error);
}

/** Sends a request, and sends it again while Rancher may not have applied the account's bindings yet. */
async function sendUntil<T>(until: number, send: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await send();
    } catch (error) {
      const refused = refusalOfAccount(error);
      if (refused === undefined) throw error;
      if (performance.now() + RETRY_MS > until) throw refused;
      await pause(RETRY_MS);
    }
  }
}

/**
 * Sends every request as the account. Throws before it sends anything if Rancher would not honour the impersonation on
 * the path.
 */
export function actingClient(client: JsonClient, { accountId, clusterId, patienceMs }: ActingAs): JsonClient {
  if (clusterId === LOCAL || clusterId === '' || accountId === '') {
    throw new Error(
      'Nobody can be impersonated without an account and a cluster, or in the cluster of Rancher itself.',
    );
  }
  const until = performance.now() + patienceMs;
  return async (call) => {
    if (/%2f/i.test(call.path)) throw new ObjectRefused('A name must not contain a slash.', BAD_NAME);
    if (!isHonoured(call.path, clusterId)) throw new Error(`Rancher would not honour an impersonation on ${call.path}`);
    const headers = { ...call.headers, 'impersonate-user': accountId };
    const explain = (text: string) => ({ ...explainRefusal(text), ...call.explain?.(text) });
    return sendUntil(until, () => client({ ...call, headers, explain }));
  };
}
