import { z } from 'zod';
import { RancherError } from '../_core/rancher-errors.ts';
import { knownFields } from './provisioning-spec.ts';

/** A provisioning cluster as a client writes it, without the fields that Rancher does not know. */
export interface WrittenCluster {
  name: string;
  generateName: string;
  namespace: string;
  resourceVersion: string | undefined;
  labels: Record<string, string>;
  annotations: Record<string, string>;
  spec: Record<string, unknown>;
  unknown: string[];
}

const anything = z.record(z.string(), z.unknown());
const TOP = ['apiVersion', 'kind', 'metadata', 'spec', 'status'];
/** Fields that steve adds to an object, and removes when a client sends the object back. */
const STEVE = ['id', 'type', 'links'];
const METADATA = [
  ...['name', 'generateName', 'namespace', 'labels', 'annotations', 'resourceVersion', 'uid', 'creationTimestamp'],
  ...[
    'deletionTimestamp',
    'deletionGracePeriodSeconds',
    'finalizers',
    'generation',
    'managedFields',
    'ownerReferences',
  ],
  ...['selfLink', 'fields', 'relationships', 'state'],
];
const names = z.object({
  name: z.string().default(''),
  generateName: z.string().default(''),
  namespace: z.string().default(''),
  resourceVersion: z.string().optional(),
});
const badBody = (message: string) => new RancherError(422, 'InvalidBodyContent', message);

/**
 * Reads a body, first as steve does and then as the API server does.
 * @throws RancherError with the message of steve or of the API server
 */
export function readCluster(body: unknown, { namespace = '', isUpdate = false } = {}): WrittenCluster {
  const given = anything.safeParse(body).data;
  if (!given) throw badBody(`Failed to parse body: ${body === undefined ? 'EOF' : 'json: cannot unmarshal'}`);
  const metadata = anything.safeParse(given.metadata ?? {}).data ?? {};
  const named = names.parse(metadata);
  const place = named.namespace || namespace;
  if (place === '') throw badBody('metadata.namespace or apiOp.namespace are required');
  const { spec, unknown } = knownFields(anything.safeParse(given.spec ?? {}).data ?? {});
  const others = (object: Record<string, unknown>, known: string[], path = '') =>
    Object.keys(object)
      .filter((name) => !known.includes(name))
      .map((name) => `${path}${name}`);
  return {
    ...named,
    ...{ namespace: place, spec, resourceVersion: named.resourceVersion },
    labels: textsIn(metadata, 'labels'),
    annotations: textsIn(metadata, 'annotations'),
    unknown: [
      ...others(given, isUpdate ? [...TOP, ...STEVE] : TOP),
      ...others(metadata, METADATA, 'metadata.'),
      ...unknown,
    ],
  };
}

function textsIn(metadata: Record<string, unknown>, field: 'labels' | 'annotations'): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [key, value] of Object.entries(anything.safeParse(metadata[field] ?? {}).data ?? {})) {
    if (typeof value !== 'string') throw wrongText(field, value);
    texts[key] = value;
  }
  return texts;
}

function wrongText(field: string, value: unknown): RancherError {
  const kind = typeof value === 'boolean' ? 'bool' : typeof value;
  const json = `json: cannot unmarshal ${kind} into Go struct field ObjectMeta.${field} of type string`;
  const message = `Cluster in version "v1" cannot be handled as a Cluster: ${json}`;
  return new RancherError(400, 'BadRequest', message);
}
