import type { LabelledSecret } from '#shared/domain/infrastructure/argocd-labels';
import type { CredentialCheck } from '#shared/domain/providers/credential-check';
import type { RancherSettings } from '#shared/domain/providers/service-settings';

/**
 * A cluster in Argo CD. Argo CD keeps it as a Kubernetes Secret with labels
 * (docs/spec/backends.md#kubeconfig-and-argo-cd).
 */
export type ArgocdCluster = {
  secretName: string;
  /** Name of the cluster in Argo CD. */
  name: string;
  server: string;
  bearerToken: string;
  /** PEM of the certificate authority of the API server. Absent if the certificate is publicly trusted. */
  caData?: string;
  labels: Record<string, string>;
};

/** The labels of a Secret, and the version that the Secret had when the labels were read. */
export type VersionedLabels = LabelledSecret & { version: string };

/**
 * The Kubernetes API of the cluster in which a provider's Argo CD runs. Every call may throw the Backend* family of
 * shared/errors.ts.
 */
export interface Argocd {
  /**
   * Creates or updates Paddock's Secret of the cluster. Throws BackendConflict if a Secret of this name does not belong
   * to Paddock.
   */
  putCluster(cluster: ArgocdCluster): Promise<void>;
  hasCluster(secretName: string): Promise<boolean>;
  /** Returns undefined if there is no such Secret. */
  findLabels(secretName: string): Promise<VersionedLabels | undefined>;
  /**
   * Writes the given labels to the Secret. Also writes `fromOptions` as an annotation: the labels that Paddock has
   * written for the resource's options. Throws BackendConflict if the Secret has changed since it was read, and
   * BackendNotFound if it is gone.
   */
  addLabels(secretName: string, change: VersionedLabels): Promise<void>;
  /** Also succeeds if the Secret does not exist. */
  deleteCluster(secretName: string): Promise<void>;
  /** Checks the rights that Paddock needs. Nothing is left behind. */
  check(): Promise<CredentialCheck[]>;
}

export interface ArgocdSessions {
  /** Returns undefined if the provider uses no Argo CD. */
  open(settings: RancherSettings): Promise<Argocd | undefined>;
}
