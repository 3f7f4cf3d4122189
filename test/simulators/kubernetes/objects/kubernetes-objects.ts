export interface ObjectMeta {
  name: string;
  generateName?: string;
  /** Absent from what lives in no namespace. */
  namespace?: string;
  uid: string;
  resourceVersion: string;
  /** Counts changes of `spec`, of kinds that have something to do for one. */
  generation?: number;
  creationTimestamp: string;
  /** Somebody has deleted it; it goes when it has no finalizers. */
  deletionTimestamp?: string;
  deletionGracePeriodSeconds?: number;
  finalizers?: string[];
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  ownerReferences?: unknown[];
}

export interface KubernetesObject {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  [field: string]: unknown;
}

/** What it has beside its type and metadata. */
export function bodyOf({ apiVersion: _version, kind: _kind, metadata: _metadata, ...body }: KubernetesObject) {
  return body;
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What is at `spec.nodeName` and the like; undefined where there is none. */
export const fieldAt = (object: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((at, key) => (isRecord(at) ? at[key] : undefined), object);
