import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { matchesSelector } from '../_kit/label-selector.ts';

export const baseUrlOf = (request: FastifyRequest): string => `${request.protocol}://${request.host}`;

const text = z.record(z.string(), z.string());

/** Kubernetes metadata as a client may send it; what only the server sets is read past. */
export const metadataSchema = z.object({
  name: z.string().optional(),
  generateName: z.string().optional(),
  namespace: z.string().default('default'),
  resourceVersion: z.string().optional(),
  labels: text.nullish().transform((labels) => labels ?? {}),
  annotations: text.nullish().transform((annotations) => annotations ?? {}),
});

const listQuery = z.object({ labelSelector: z.string().optional() });

/** A steve list: all of the kind, or of one namespace, that the label selector selects. */
export function steveCollection<T extends { namespace: string; labels: Record<string, string> }>(
  request: FastifyRequest,
  { resourceType, objects, view }: { resourceType: string; objects: Iterable<T>; view: (object: T) => unknown },
) {
  const { labelSelector } = listQuery.parse(request.query);
  const { namespace } = z.object({ namespace: z.string().optional() }).parse(request.params ?? {});
  const data = [...objects]
    .filter((object) => namespace === undefined || object.namespace === namespace)
    .filter((object) => matchesSelector(object.labels, labelSelector))
    .map(view);
  const self = `${baseUrlOf(request)}/v1/${resourceType}s`;
  return {
    type: 'collection',
    links: { self },
    createTypes: { [resourceType]: self },
    actions: {},
    resourceType,
    revision: '1',
    count: data.length,
    data,
  };
}
