import { z } from 'zod';
import { isSameValue } from '../../_core/values/deep-equal.ts';
import type { KubernetesObject, SeenKubernetesObject } from '../kubernetes-object.ts';

/**
 * The fields of an EndpointSlice that decide where connections go. Only these fields are compared, because Kubernetes
 * adds other fields.
 */
const slice = z.object({
  endpoints: z
    .array(z.object({ addresses: z.array(z.string()), hostname: z.string().optional() }))
    .nullish()
    .transform((endpoints) => endpoints ?? []),
  ports: z.array(z.object({ port: z.int() })),
});
const ports = z.object({ spec: z.object({ ports: z.array(z.object({ port: z.int(), targetPort: z.int() })) }) });
const FIELDS: Readonly<Record<string, z.ZodType>> = { EndpointSlice: slice, Service: ports };

const keyOf = ({ kind, metadata }: Pick<KubernetesObject, 'kind' | 'metadata'>): string => `${kind}/${metadata.name}`;

function isSame(wanted: KubernetesObject, present: SeenKubernetesObject): boolean {
  const schema = FIELDS[wanted.kind];
  const read = schema?.safeParse(present);
  return read?.success === true && isSameValue(read.data, schema?.parse(wanted));
}

/**
 * Compares the objects of one cluster with the wanted objects. Returns the objects to apply, and the objects to delete
 * because they are not wanted any more. For example, an EndpointSlice is deleted if all of its relays are gone.
 * @param present the Services and EndpointSlices with the labels of this cluster
 */
export function changedRelayObjects(
  wanted: readonly KubernetesObject[],
  present: readonly SeenKubernetesObject[],
): { apply: KubernetesObject[]; remove: SeenKubernetesObject[] } {
  const presentBy = new Map(present.map((object) => [keyOf(object), object]));
  const keys = new Set(wanted.map(keyOf));
  const apply = wanted.filter((object) => {
    const found = presentBy.get(keyOf(object));
    return found === undefined || !isSame(object, found);
  });
  return { apply, remove: present.filter((object) => !keys.has(keyOf(object))) };
}
