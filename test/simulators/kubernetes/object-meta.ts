import { z } from 'zod';
import { randomName } from '../_kit/random-name.ts';
import { invalid, KubernetesError } from './kubernetes-error.ts';

const strings = z.record(z.string(), z.string());

/** Metadata as clients send it; what only the server writes is read past, except the version it is based on. */
export const givenMeta = z.object({
  name: z.string().optional(),
  generateName: z.string().optional(),
  namespace: z.string().optional(),
  uid: z.string().optional(),
  resourceVersion: z.string().optional(),
  labels: strings.nullish(),
  annotations: strings.nullish(),
});
export type GivenMeta = z.infer<typeof givenMeta>;

const NAME = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const LABEL_VALUE = /^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$/;
const LABEL_KEY = /^([a-z0-9]([-a-z0-9.]*[a-z0-9])?\/)?([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/;
const SUBDOMAIN =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character";

/** The name given, or one made up. @throws KubernetesError 422 for one no object may have */
export function nameFor(kind: string, { name, generateName }: GivenMeta): string {
  const made = name || (generateName ? `${generateName}${randomName(5)}` : '');
  if (made === '') throw invalid(kind, '', 'metadata.name', 'Required value: name or generateName is required');
  if (made.length > 253 || !NAME.test(made)) {
    throw invalid(kind, made, 'metadata.name', `Invalid value: "${made}": ${SUBDOMAIN}`);
  }
  return made;
}

/** @throws KubernetesError 422 for labels that Kubernetes does not take */
export function checkLabels(kind: string, name: string, labels: Record<string, string> | undefined): void {
  for (const [key, value] of Object.entries(labels ?? {})) {
    const bad = LABEL_KEY.test(key) ? (value.length > 63 || !LABEL_VALUE.test(value)) && value : key;
    if (bad !== false)
      throw invalid(kind, name, 'metadata.labels', `Invalid value: "${bad}": a valid label is expected`);
  }
}

/** @throws KubernetesError 400 where the object says it is elsewhere, or another, than the path */
export function checkPlace(given: GivenMeta, { namespace, name }: { namespace?: string; name?: string }): void {
  if (given.namespace && given.namespace !== namespace) {
    const text = 'the namespace of the provided object does not match the namespace sent on the request';
    throw new KubernetesError('BadRequest', text);
  }
  if (name !== undefined && given.name && given.name !== name) {
    const text = `the name of the object (${given.name}) does not match the name on the URL (${name})`;
    throw new KubernetesError('BadRequest', text);
  }
}
