import type { LabelledSecret } from '#shared/domain/infrastructure/argocd-labels';
import type { CredentialCheck } from '#shared/domain/providers/credential-check';
import type { RancherSettings } from '#shared/domain/providers/service-settings';

/** A cluster as Argo CD sees it: a labelled Kubernetes Secret (docs/spec/backends.md#kubeconfig-and-argo-cd). */
export type ArgocdCluster = {
  /** Name of the Secret. */
  secretName: string;
  /** Name of the cluster in Argo CD. */
  name: string;
  server: string;
  bearerToken: string;
  /** PEM of the API server's certificate authority. Absent when the certificate is publicly trusted. */
  caData?: string;
  labels: Record<string, string>;
};

/** The labels of one version of a Secret. */
export type VersionedLabels = LabelledSecret & { version: string };

/** The Kubernetes API of the cluster where a provider's Argo CD runs. Every call may throw the Backend* family of shared/errors.ts. */
export interface Argocd {
  /** Creates our Secret, or updates it. Throws BackendConflict when somebody else owns a Secret of that name. */
  putCluster(cluster: ArgocdCluster): Promise<void>;
  hasCluster(secretName: string): Promise<boolean>;
  /** Answers undefined when there is no such Secret. */
  findLabels(secretName: string): Promise<VersionedLabels | undefined>;
  /**
   * Writes these labels only, and records in the Secret which labels came from options. Throws BackendConflict when the
   * Secret has another version by now, and BackendNotFound when it is gone.
   */
  addLabels(secretName: string, change: VersionedLabels): Promise<void>;
  /** Succeeds when the Secret is already gone. */
  deleteCluster(secretName: string): Promise<void>;
  /** Checks the rights that are needed. Leaves nothing behind. */
  check(): Promise<CredentialCheck[]>;
}

export interface ArgocdSessions {
  /** Answers undefined when the provider uses no Argo CD. */
  open(settings: RancherSettings): Promise<Argocd | undefined>;
}
