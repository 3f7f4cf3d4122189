export interface ObjectMeta {
  name: string;
  /** Absent from what lives in no namespace. */
  namespace?: string;
  uid: string;
  resourceVersion: string;
  creationTimestamp: string;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
}

export interface Namespace {
  metadata: ObjectMeta;
  spec: { finalizers: string[] };
  status: { phase: 'Active' | 'Terminating' };
}

export interface Secret {
  metadata: ObjectMeta;
  type: string;
  /** Base64. */
  data?: Record<string, string>;
  immutable?: boolean;
}
