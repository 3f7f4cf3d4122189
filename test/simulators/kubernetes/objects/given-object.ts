import { z } from 'zod';
import { type ApiResource, groupVersion, isCustom } from '../api-resource.ts';
import { KubernetesError } from '../kubernetes-error.ts';
import { unknownFields } from './known-fields.ts';
import { isRecord } from './kubernetes-objects.ts';
import { type GivenMeta, givenMeta } from './object-meta.ts';

/** An object as a client sends it. */
export interface GivenObject {
  metadata: GivenMeta;
  body: Record<string, unknown>;
}

export const META_FIELDS: ReadonlySet<string> = new Set([
  ...['name', 'generateName', 'namespace', 'uid', 'resourceVersion', 'generation', 'creationTimestamp', 'labels'],
  ...['annotations', 'finalizers', 'ownerReferences', 'deletionTimestamp', 'deletionGracePeriodSeconds'],
  ...['managedFields', 'selfLink'],
]);
/** Fields whose value is a map of strings in every kind. */
export const TEXTS: readonly string[] = ['data', 'binaryData', 'stringData', 'parameters'];

/** The name that Go's decoder gives to a value's type. */
function goType(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}

function checkTexts(kind: string, field: string, value: unknown): void {
  if (value === undefined || value === null) return;
  const fail = (found: unknown, wanted: string) => {
    throw new TypeError(
      `json: cannot unmarshal ${goType(found)} into Go struct field ${kind}.${field} of type ${wanted}`,
    );
  };
  if (!isRecord(value)) return void fail(value, 'map[string]string');
  const wrong = Object.values(value).find((one) => typeof one !== 'string' && one !== null);
  if (wrong !== undefined) fail(wrong, 'string');
}

/**
 * Reads what a client sent as an object of this kind. Fields that the kind does not have are dropped, or refused if `strict`.
 * @throws KubernetesError 400
 */
export function givenObject(resource: ApiResource, given: unknown, { strict }: { strict: boolean }): GivenObject {
  const { kind } = resource;
  const version = groupVersion(resource);
  const refuse = (problem: string): never => {
    const message = isCustom(resource)
      ? problem
      : `${kind} in version "${version.split('/').at(-1)}" cannot be handled as a ${kind}: ${problem}`;
    throw new KubernetesError('BadRequest', message);
  };
  if (!isRecord(given)) return refuse(`json: cannot unmarshal ${goType(given)} into Go value of type ${kind}`);
  const { apiVersion = version, kind: itsKind = kind, metadata = {}, ...body } = given;
  if (apiVersion !== version || itsKind !== kind) return refuse(`no kind "${itsKind}" in version "${apiVersion}"`);
  if (!isRecord(metadata))
    return refuse(`json: cannot unmarshal ${goType(metadata)} into Go struct field ${kind}.metadata`);
  try {
    for (const field of ['labels', 'annotations']) checkTexts(kind, `metadata.${field}`, metadata[field]);
    if (!isCustom(resource)) for (const field of TEXTS) checkTexts(kind, field, body[field]);
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
  const isKnown = (field: string) => resource.fields?.includes(field) ?? true;
  const unknown = [
    ...Object.keys(metadata).flatMap((field) => (META_FIELDS.has(field) ? [] : [`metadata.${field}`])),
    ...Object.keys(body).filter((field) => !isKnown(field)),
    ...unknownFields(kind, body),
  ];
  if (strict && unknown.length > 0) {
    return refuse(`strict decoding error: ${unknown.map((field) => `unknown field "${field}"`).join(', ')}`);
  }
  const meta = givenMeta.safeParse(metadata);
  if (!meta.success) return refuse(z.prettifyError(meta.error));
  const entries = Object.entries(body).filter(([field, value]) => isKnown(field) && value !== null);
  return { metadata: meta.data, body: Object.fromEntries(entries) };
}
