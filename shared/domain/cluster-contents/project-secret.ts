import { z } from 'zod';
import { Conflict } from '#shared/errors';
import type { KubernetesObject, ObjectAddress, ObjectCollection } from './kubernetes-object.ts';

/**
 * Types of secrets that people create. Secrets of other types belong to programs, such as Helm and service accounts.
 */
export const SECRET_TYPES = [
  'Opaque',
  'kubernetes.io/basic-auth',
  'kubernetes.io/dockerconfigjson',
  'kubernetes.io/ssh-auth',
  'kubernetes.io/tls',
] as const;
type SecretType = (typeof SECRET_TYPES)[number];

export type SecretPlace = { namespace: string; name: string };
/** A secret without its values. */
export type ShownSecret = SecretPlace & { type: string; keys: string[] };

const secret = z.looseObject({
  type: z.string().default('Opaque'),
  data: z.record(z.string(), z.string()).nullish(),
});

/** Whether Kubernetes allows this name for a secret. A URL with any other name cannot point to a secret. */
export const isSecretName = (name: string): boolean => /^[a-z0-9](?:[-.a-z0-9]{0,251}[a-z0-9])?$/.test(name);

export const secretsOf = (namespace: string): ObjectCollection => ({ apiVersion: 'v1', plural: 'secrets', namespace });
export const secretAddress = ({ namespace, name }: SecretPlace): ObjectAddress => ({ ...secretsOf(namespace), name });

const KIND = { apiVersion: 'v1', kind: 'Secret' } as const;
type Values = Readonly<Record<string, string>>;

export const newSecret = ({ namespace, name }: SecretPlace, type: SecretType, data: Values): KubernetesObject => ({
  ...{ ...KIND, metadata: { name, namespace }, type, stringData: data },
});

/**
 * The secret with new values, which replace all old values. The version of the secret stays, so Kubernetes refuses the
 * write if somebody changes the secret meanwhile.
 */
export function withValues({ data: _data, ...before }: KubernetesObject, data: Values): KubernetesObject {
  const { managedFields: _managedFields, ...metadata } = before.metadata;
  return { ...before, ...KIND, metadata, stringData: data };
}

/** A merge patch that sets values. A value of null removes the key. */
export function secretPatch(change: Readonly<Record<string, string | null>>): Record<string, unknown> {
  const entries = Object.entries(change);
  return {
    ...KIND,
    stringData: Object.fromEntries(entries.filter(([, value]) => value !== null)),
    data: Object.fromEntries(entries.filter(([, value]) => value === null)),
  };
}

/**
 * Throws Conflict if the secret belongs to a program. The program would fail without the secret, or create the secret
 * again.
 */
export function assertOfPeople(object: KubernetesObject): void {
  const { type } = secret.parse(object);
  if (SECRET_TYPES.some((known) => known === type)) return;
  throw new Conflict(`Secrets of the type ${type} belong to programs in the cluster, and cannot be changed here.`);
}

export function shownSecret({ namespace, name }: SecretPlace, object: KubernetesObject): ShownSecret {
  const { type, data } = secret.parse(object);
  return { namespace, name, type, keys: Object.keys(data ?? {}).sort() };
}
