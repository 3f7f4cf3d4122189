export interface ObjectMeta {
  name: string;
  generateName?: string;
  /** Absent for objects without a namespace. */
  namespace?: string;
  uid: string;
  resourceVersion: string;
  /** Counts changes of `spec`, for kinds with a controller that carries them out. */
  generation?: number;
  creationTimestamp: string;
  /** The time at which the object was deleted. The object stays until it has no finalizers. */
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

/** The object's fields other than its type and metadata. */
export function bodyOf({ apiVersion: _version, kind: _kind, metadata: _metadata, ...body }: KubernetesObject) {
  return body;
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value at a path such as `spec.nodeName`, or undefined. */
export const fieldAt = (object: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((at, key) => (isRecord(at) ? at[key] : undefined), object);
