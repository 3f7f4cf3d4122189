import { z } from 'zod';
import { randomName } from '#test/simulators/_kit/random-name';
import { type FailingKind, invalid, KubernetesError } from '../kubernetes-error.ts';

const strings = z.record(z.string(), z.string());

/** Metadata as clients send it. Of the fields that only the server writes, just the resource version is read. */
export const givenMeta = z.object({
  name: z.string().optional(),
  generateName: z.string().optional(),
  namespace: z.string().optional(),
  uid: z.string().optional(),
  resourceVersion: z.string().optional(),
  labels: strings.nullish(),
  annotations: strings.nullish(),
  finalizers: z.array(z.string()).nullish(),
  ownerReferences: z.array(z.unknown()).nullish(),
});
export type GivenMeta = z.infer<typeof givenMeta>;

const LABEL = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
const SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
/** Kinds of objects that may have colons and capital letters in their names. */
const PATH_NAMED = /^(Cluster)?Role(Binding)?$/;
const LABEL_NAMED = ['Namespace', 'Service'];
const LABEL_VALUE = /^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$/;
const LABEL_KEY = /^([a-z0-9]([-a-z0-9.]*[a-z0-9])?\/)?([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/;
const SUBDOMAIN_RULE =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const LABEL_RULE =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";

function nameProblem(kind: string, name: string): string | undefined {
  if (PATH_NAMED.test(kind)) return /[/%]/.test(name) ? `may not contain '/' or '%'` : undefined;
  if (LABEL_NAMED.includes(kind)) {
    if (name.length > 63) return 'must be no more than 63 characters';
    return LABEL.test(name) ? undefined : LABEL_RULE;
  }
  if (name.length > 253) return 'must be no more than 253 characters';
  return SUBDOMAIN.test(name) ? undefined : SUBDOMAIN_RULE;
}

/** The given name, or a generated one. @throws KubernetesError 422 for a name that no object may have */
export function nameFor(of: FailingKind, { name, generateName }: GivenMeta): string {
  const made = name || (generateName ? `${generateName}${randomName(5)}` : '');
  if (made === '') throw invalid(of, '', 'metadata.name', 'Required value: name or generateName is required');
  const problem = nameProblem(of.kind, made);
  if (problem !== undefined) throw invalid(of, made, 'metadata.name', `Invalid value: "${made}": ${problem}`);
  return made;
}

/** @throws KubernetesError 422 for labels that Kubernetes does not accept */
export function checkLabels(of: FailingKind, name: string, labels: Record<string, string> | null | undefined): void {
  for (const [key, value] of Object.entries(labels ?? {})) {
    const bad = LABEL_KEY.test(key) ? (value.length > 63 || !LABEL_VALUE.test(value)) && value : key;
    if (bad !== false) throw invalid(of, name, 'metadata.labels', `Invalid value: "${bad}": a valid label is expected`);
  }
}

/** @throws KubernetesError 400 if the object's namespace or name differs from the path */
export function checkPlace(given: GivenMeta, { namespace, name }: { namespace?: string; name?: string }): void {
  if (given.namespace && given.namespace !== (namespace || undefined)) {
    const text = 'the namespace of the provided object does not match the namespace sent on the request';
    throw new KubernetesError('BadRequest', text);
  }
  if (name !== undefined && given.name && given.name !== name) {
    const text = `the name of the object (${given.name}) does not match the name on the URL (${name})`;
    throw new KubernetesError('BadRequest', text);
  }
}
