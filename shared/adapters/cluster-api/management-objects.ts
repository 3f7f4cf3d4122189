import { z } from 'zod';
import type { ClusterApi, ObjectKind, SeenObject } from '#shared/ports/cluster-api';
import { assertPathPart } from '../json-client.ts';
import type { Selection } from '../list-selection.ts';
import { ignoreNotFound, unlessNotFound } from '../not-found.ts';
import type { ObjectClient } from './object-client.ts';
import { listObjects } from './object-lists.ts';

/** The name under which Paddock owns the fields that it has applied. */
export const FIELD_MANAGER = 'paddock';
/** The content type of a server-side apply. The library writes JSON, which is valid YAML. */
const APPLY = 'application/apply-patch+yaml';

const texts = z.record(z.string(), z.string()).default({});
export const seen = z.looseObject({
  metadata: z.looseObject({
    name: z.string(),
    namespace: z.string().optional(),
    uid: z.string(),
    creationTimestamp: z.string(),
    deletionTimestamp: z.string().optional(),
    generation: z.int().optional(),
    labels: texts,
    annotations: texts,
    ownerReferences: z.array(z.looseObject({ kind: z.string(), name: z.string(), uid: z.string() })).default([]),
  }),
});
type Seen = z.infer<typeof seen>;

/** Adds `kind` and `apiVersion`. Kubernetes leaves these fields out of the items of some lists. */
export function shown({ apiVersion, kind }: ObjectKind, { metadata, ...fields }: Seen): SeenObject {
  const { name, uid, labels, annotations, creationTimestamp, deletionTimestamp, generation, ownerReferences } =
    metadata;
  const left = {
    ...(deletionTimestamp !== undefined && { deletionTimestamp }),
    ...(generation !== undefined && { generation }),
  };
  return {
    ...fields,
    ...{ apiVersion, kind },
    metadata: { name, uid, labels, annotations, creationTimestamp, ...left, ownerReferences },
  };
}

function labelled(labels: Record<string, string>, namespace: string): Selection<Seen> {
  const terms = Object.entries(labels);
  return {
    labelSelector: {
      ask: terms.map(([key, value]) => `${key}=${value}`).join(',') || undefined,
      holds: ({ metadata }) =>
        metadata.namespace === namespace && terms.every(([key, value]) => metadata.labels[key] === value),
    },
  };
}

const values = z.record(z.string(), z.string()).catch({});
/** Values of a Secret. An error must not repeat these values. */
export const secretsIn = ({ kind, data, stringData }: { kind: string; [field: string]: unknown }): string[] =>
  kind === 'Secret' ? [data, stringData].flatMap((part) => Object.values(values.parse(part))) : [];

/** Access to the objects in one namespace of a management cluster. `backend` is the management cluster's name in errors. */
export function managementObjects(
  ask: ObjectClient,
  { backend, namespace }: { backend: string; namespace: string },
): Pick<ClusterApi, 'apply' | 'list' | 'find' | 'delete'> {
  const nothing = undefined;
  const named = ({ apiVersion, kind }: ObjectKind, name: string) => {
    assertPathPart(name);
    return { apiVersion, kind, metadata: { name, namespace } };
  };
  return {
    async apply(object) {
      assertPathPart(object.metadata.name);
      const wanted = { ...object, metadata: { ...object.metadata, namespace } };
      const { body } = await ask({
        ...{ op: 'applyObject', kind: object, reply: seen, secrets: secretsIn(object) },
        ask: (api) => api.patch(wanted, nothing, nothing, FIELD_MANAGER, true, APPLY),
      });
      return shown(object, body);
    },

    async list(kind, labels) {
      const where = labelled(labels, namespace);
      const found = await listObjects(ask, backend, { op: 'listObjects', kind, namespace, where, item: seen });
      return found.map((one) => shown(kind, one));
    },

    async find(kind, name) {
      const object = named(kind, name);
      const found = await unlessNotFound(ask({ op: 'findObject', kind, reply: seen, ask: (api) => api.read(object) }));
      return found && shown(kind, found.body);
    },

    // Deletes in the background, because Cluster API's own finalizers then delete in the right order (measured with
    // Cluster API 1.10.5). With foreground deletion, Kubernetes would delete a cluster's network at the same time as
    // its machines.
    async delete(kind, name) {
      const object = named(kind, name);
      await ignoreNotFound(
        ask({
          ...{ op: 'deleteObject', kind, reply: z.unknown() },
          ask: (api) => api.delete(object, nothing, nothing, nothing, nothing, 'Background'),
        }),
      );
    },
  };
}
