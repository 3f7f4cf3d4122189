import type { LabelledSecret } from '#shared/domain/infrastructure/option-labels';
import type { CredentialCheck } from '#shared/domain/providers/credential-check';
import type { RancherSettings } from '#shared/domain/providers/service-settings';

/** A cluster as Argo CD is told of it: a labelled Kubernetes Secret (docs/spec/backends.md#kubeconfig-and-argo-cd). */
export type ArgocdCluster = {
  /** Of the Secret. */
  secretName: string;
  /** How Argo CD shows the cluster. */
  name: string;
  server: string;
  bearerToken: string;
  /** PEM, of the API server; absent when its certificate is publicly trusted. */
  caData?: string;
  labels: Record<string, string>;
};

/** Labels of a Secret as they are in one version of it. */
export type VersionedLabels = LabelledSecret & { version: string };

/** The Kubernetes API of the cluster where a provider's Argo CD runs. Every call may throw the Backend* family of shared/errors.ts. */
export interface Argocd {
  /** Makes the Secret, or brings one of ours up to date; a stranger's of that name is a BackendConflict. */
  putCluster(cluster: ArgocdCluster): Promise<void>;
  hasCluster(secretName: string): Promise<boolean>;
  /** undefined where there is no such Secret. */
  findLabels(secretName: string): Promise<VersionedLabels | undefined>;
  /**
   * Writes these labels and no others, and remembers all of the options' with the Secret. A Secret that is not the given version
   * any more is a BackendConflict, one that is gone a BackendNotFound.
   */
  addLabels(secretName: string, change: VersionedLabels): Promise<void>;
  /** Gone is fine. */
  deleteCluster(secretName: string): Promise<void>;
  /** Tries what is needed, without leaving anything. */
  check(): Promise<CredentialCheck[]>;
}

export interface ArgocdSessions {
  /** undefined where the provider uses no Argo CD. */
  open(settings: RancherSettings): Promise<Argocd | undefined>;
}
