import { z } from 'zod';
import { type JsonCall, path } from '#shared/adapters/json-client';
import { ignoreNotFound } from '#shared/adapters/not-found';
import {
  type ApiKind,
  type KubernetesObject,
  kubernetesObject,
  type ObjectAddress,
  type ObjectCollection,
} from '#shared/domain/cluster-contents/kubernetes-object';
import type { ClusterObjects, ObjectWrite } from '../../../ports/rancher/cluster-objects.ts';
import type { RancherSession } from '../rancher-session.ts';
import { explainRefusal, inKubernetesWords } from './kubernetes-refusal.ts';

/** The name under which Paddock owns the fields that it writes into objects (Kubernetes' field manager). */
const FIELD_MANAGER = 'paddock';

/** Path of an API version. The version can come from a caller, so its parts are encoded for the URL. */
const rootOf = (apiVersion: string): string => {
  const [group = '', version] = apiVersion.split('/', 2);
  return version === undefined ? path`/api/${group}` : path`/apis/${group}/${version}`;
};

function pathTo(clusterId: string, { apiVersion, plural, namespace }: ObjectCollection): string {
  const place = namespace === undefined ? '' : path`/namespaces/${namespace}`;
  return path`/k8s/clusters/${clusterId}` + rootOf(apiVersion) + place + path`/${plural}`;
}
export const objectPath = (clusterId: string, at: ObjectAddress): string =>
  `${pathTo(clusterId, at)}${path`/${at.name}`}`;

/**
 * The kinds of objects in an API version. Subresources, whose names have a slash (`deployments/scale`), are left out.
 */
const kindList = z.object({
  resources: z
    .array(z.object({ name: z.string(), kind: z.string(), namespaced: z.boolean() }))
    .transform((listed): ApiKind[] =>
      listed
        .filter(({ name }) => !name.includes('/'))
        .map(({ name, kind, namespaced }) => ({ plural: name, kind, isNamespaced: namespaced })),
    ),
});

async function listKinds(session: RancherSession, clusterId: string, apiVersion: string): Promise<ApiKind[]> {
  const at = path`/k8s/clusters/${clusterId}` + rootOf(apiVersion);
  const found = await session.find({ op: 'listKinds', path: at, reply: kindList });
  return found?.resources ?? [];
}

const node = z.object({ metadata: z.object({ name: z.string() }) }).transform(({ metadata }) => metadata.name);

const listLabelledNodes = (session: RancherSession, clusterId: string, labels: Readonly<Record<string, string>>) =>
  session.listObjects({
    op: 'listLabelledNodes',
    path: path`/k8s/clusters/${clusterId}/v1/nodes`,
    item: node,
    labels,
    exclude: ['metadata.managedFields', 'status'],
  });

const queryOf = ({ dryRun }: ObjectWrite) => ({ fieldManager: FIELD_MANAGER, ...(dryRun && { dryRun: 'All' }) });
/** Makes Kubernetes refuse an unknown field. By default, Kubernetes drops a misspelt field with a warning. */
const STRICT = { fieldValidation: 'Strict' };

const texts = z.record(z.string(), z.string().catch('')).catch({});
/** Values of a Secret, as given and in base64. Errors must not quote these values. */
function secretsIn({ kind, data, stringData }: Readonly<Record<string, unknown>>): string[] {
  if (kind !== 'Secret') return [];
  const plain = Object.values(texts.parse(stringData));
  const encoded = plain.map((value) => Buffer.from(value).toString('base64'));
  return [...Object.values(texts.parse(data)), ...plain, ...encoded].filter(Boolean);
}

/** Reads and writes objects inside clusters, through Rancher's proxy to the Kubernetes API of each cluster. */
export function clusterObjects(session: RancherSession): ClusterObjects {
  const write = (call: Omit<JsonCall<KubernetesObject>, 'reply'>) =>
    inKubernetesWords(session.call({ ...call, reply: kubernetesObject, explain: explainRefusal }));
  return {
    listKinds: (clusterId, apiVersion) => listKinds(session, clusterId, apiVersion),

    listLabelledNodes: (clusterId, labels) => listLabelledNodes(session, clusterId, labels),

    findObject: (clusterId, at) =>
      session.find({ op: 'findObject', path: objectPath(clusterId, at), reply: kubernetesObject }),

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
        path: objectPath(clusterId, at),
        query: { ...queryOf(options), ...STRICT, force: String(force) },
        headers: { 'content-type': 'application/apply-patch+yaml' }, // JSON is valid YAML.
        body,
        secrets: secretsIn(body),
      }),

    replaceObject: (clusterId, at, body, options = {}) =>
      write({
        op: 'replaceObject',
        method: 'PUT',
        path: objectPath(clusterId, at),
        query: { ...queryOf(options), ...STRICT },
        body,
        secrets: secretsIn(body),
      }),

    patchObject: (clusterId, at, body, options = {}) =>
      write({
        op: 'patchObject',
        method: 'PATCH',
        path: objectPath(clusterId, at),
        query: { ...queryOf(options), ...STRICT },
        headers: { 'content-type': 'application/merge-patch+json' },
        body,
        secrets: secretsIn(body),
      }),

    deleteObject: (clusterId, at) =>
      ignoreNotFound(
        session.call({ op: 'deleteObject', method: 'DELETE', path: objectPath(clusterId, at), reply: z.unknown() }),
      ),
  };
}
