import { z } from 'zod';
import { type JsonCall, path } from '#shared/adapters/json-client';
import { ignoreNotFound } from '#shared/adapters/not-found';
import {
  type KubernetesObject,
  kubernetesObject,
  type ObjectAddress,
  type ObjectCollection,
} from '#shared/domain/cluster-contents/kubernetes-object';
import { AppError, ObjectRefused } from '#shared/errors';
import type { ClusterObjects, ObjectWrite } from '../../../ports/cluster-objects.ts';
import type { RancherSession } from '../rancher-session.ts';

/** Field manager of the fields that Paddock writes into objects. */
const FIELD_MANAGER = 'paddock';

const cause = z.object({ field: z.string().default(''), message: z.string().default('') });
/** The `Status` with which a Kubernetes API server refuses a request. Refusals by Rancher's proxy have another form. */
const statusObject = z.object({
  kind: z.literal('Status'),
  message: z.string().min(1),
  reason: z.string().default(''),
  details: z.object({ causes: z.array(cause).nullish() }).nullish(),
});
const kubernetesSays = z.object({
  status: z.int(),
  kubernetes: z.object({ message: z.string(), reason: z.string(), problems: z.array(cause) }),
});

function explain(text: string): Record<string, unknown> {
  try {
    const { message, reason, details } = statusObject.parse(JSON.parse(text));
    return { kubernetes: { message, reason, problems: details?.causes ?? [] } };
  } catch {
    return {};
  }
}

/** Statuses for a fault of the object or its present state. Any other status is a failure of the backend. */
const OF_THE_OBJECT = [400, 404, 409, 413, 415, 422];
/**
 * Whether a refusal is about the object, not about the backend. Kubernetes answers 403 for missing rights, but also if
 * a quota, a webhook or the deletion of the namespace forbids the object.
 */
const isOfTheObject = (status: number, message: string): boolean =>
  OF_THE_OBJECT.includes(status) ||
  (status === 403 && /exceeded quota|is being terminated|denied the request/.test(message));

async function inKubernetesWords<T>(request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (error) {
    const said = kubernetesSays.safeParse(error instanceof AppError ? error.details : undefined).data;
    if (!said || !isOfTheObject(said.status, said.kubernetes.message)) throw error;
    throw new ObjectRefused(said.kubernetes.message, said.kubernetes, error);
  }
}

const rootOf = (apiVersion: string): string =>
  apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;

function pathTo(clusterId: string, { apiVersion, plural, namespace }: ObjectCollection): string {
  const place = namespace === undefined ? '' : path`/namespaces/${namespace}`;
  return path`/k8s/clusters/${clusterId}` + rootOf(apiVersion) + place + path`/${plural}`;
}
const pathOf = (clusterId: string, at: ObjectAddress): string => `${pathTo(clusterId, at)}${path`/${at.name}`}`;

const queryOf = ({ dryRun }: ObjectWrite) => ({ fieldManager: FIELD_MANAGER, ...(dryRun && { dryRun: 'All' }) });
/** Makes Kubernetes refuse an unknown field. By default it may drop a misspelt field with a warning only. */
const STRICT = { fieldValidation: 'Strict' };

/** Values of a Secret, which errors must not quote. */
const secretsIn = (object: KubernetesObject): string[] =>
  object.kind === 'Secret' ? [object.data, object.stringData].flatMap(textsIn) : [];
const textsIn = (values: unknown): string[] => Object.values(z.record(z.string(), z.string()).catch({}).parse(values));

/** Reads and writes objects inside clusters, through Rancher's proxy to the Kubernetes API of each cluster. */
export function clusterObjects(session: RancherSession): ClusterObjects {
  const write = (call: Omit<JsonCall<KubernetesObject>, 'reply'>) =>
    inKubernetesWords(session.call({ ...call, reply: kubernetesObject, explain }));
  return {
    findObject: (clusterId, at) =>
      session.find({ op: 'findObject', path: pathOf(clusterId, at), reply: kubernetesObject }),

    createObject: (clusterId, into, body, options = {}) =>
      write({
        op: 'createObject',
        method: 'POST',
        path: pathTo(clusterId, into),
        query: { ...queryOf(options), ...STRICT },
        body,
        secrets: secretsIn(body),
      }),

    applyObject: (clusterId, at, body, { force = false, ...options } = {}) =>
      write({
        op: 'applyObject',
        method: 'PATCH',
        path: pathOf(clusterId, at),
        query: { ...queryOf(options), ...STRICT, force: String(force) },
        headers: { 'content-type': 'application/apply-patch+yaml' }, // JSON is valid YAML.
        body,
        secrets: secretsIn(body),
      }),

    replaceObject: (clusterId, at, body, options = {}) =>
      write({
        op: 'replaceObject',
        method: 'PUT',
        path: pathOf(clusterId, at),
        query: { ...queryOf(options), ...STRICT },
        body,
        secrets: secretsIn(body),
      }),

    patchObject: (clusterId, at, body, options = {}) =>
      write({
        op: 'patchObject',
        method: 'PATCH',
        path: pathOf(clusterId, at),
        query: { ...queryOf(options), ...STRICT },
        headers: { 'content-type': 'application/merge-patch+json' },
        body,
      }),

    deleteObject: (clusterId, at) =>
      ignoreNotFound(
        session.call({ op: 'deleteObject', method: 'DELETE', path: pathOf(clusterId, at), reply: z.unknown() }),
      ),
  };
}
