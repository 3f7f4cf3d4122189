import type { JsonCall } from '../json-client.ts';

/** The API of the cluster where Argo CD runs, under the provider's own credential. */
export type KubernetesSession = {
  /** Argo CD's. */
  readonly namespace: string;
  call<T>(call: JsonCall<T>): Promise<T>;
};
