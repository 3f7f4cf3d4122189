import { z } from 'zod';
import { type WholeObject, wholeObject } from '#shared/domain/cluster-api/state-backup/whole-object';
import type { ClusterApi } from '#shared/ports/cluster-api';
import { assertPathPart } from '../json-client.ts';
import type { Selection } from '../list-selection.ts';
import { FIELD_MANAGER, secretsIn, seen, shown } from './management-objects.ts';
import type { ObjectClient } from './object-client.ts';
import { listObjects } from './object-lists.ts';

/** The content type of a patch. The patch changes only the fields that it contains (RFC 7396). */
const MERGE = 'application/merge-patch+json';

const whole = z.looseObject({
  ...wholeObject.omit({ apiVersion: true, kind: true }).shape,
  metadata: wholeObject.shape.metadata.extend({ namespace: z.string().optional() }),
});
/**
 * The path of the request names the namespace, so the query has no selector. The namespace of each listed object is
 * still checked.
 */
const inNamespace = (namespace: string): Selection<z.infer<typeof whole>> => ({
  labelSelector: { ask: undefined, holds: ({ metadata }) => metadata.namespace === namespace },
});

/**
 * Access to objects with all of their fields. To copy a cluster, Paddock lists objects. To restore a cluster, Paddock
 * creates and changes objects.
 */
export function wholeObjects(
  ask: ObjectClient,
  { backend, namespace }: { backend: string; namespace: string },
): Pick<ClusterApi, 'listWhole' | 'create' | 'merge'> {
  const nothing = undefined;
  return {
    async listWhole(kind) {
      const where = inNamespace(namespace);
      const found = await listObjects(ask, backend, { op: 'listWholeObjects', kind, namespace, where, item: whole });
      const { apiVersion, kind: name } = kind;
      return found.map((one): WholeObject => ({ ...one, apiVersion, kind: name }));
    },

    async create(object) {
      assertPathPart(object.metadata.name);
      const { labels = {}, annotations = {}, finalizers = [], ...metadata } = object.metadata;
      const wanted = { ...object, metadata: { ...metadata, labels, annotations, finalizers, namespace } };
      const { body } = await ask({
        ...{ op: 'createObject', kind: object, reply: seen, secrets: secretsIn(object) },
        ask: (api) => api.create(wanted, nothing, nothing, FIELD_MANAGER),
      });
      return shown(object, body);
    },

    async merge(change) {
      assertPathPart(change.metadata.name);
      const object = { ...change, metadata: { ...change.metadata, namespace } };
      await ask({
        ...{ op: 'mergeObject', kind: change, reply: z.unknown(), secrets: secretsIn(change) },
        ask: (api) => api.patch(object, nothing, nothing, FIELD_MANAGER, nothing, MERGE),
      });
    },
  };
}
