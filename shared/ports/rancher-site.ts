import type { CredentialCheck } from '#shared/domain/providers/credential-check';

/** What one provider's Rancher is, whatever clusters are in it. Every call may throw the Backend* family of shared/errors.ts. */
export interface RancherSite {
  /** Where others find it, by its setting `server-url`, without a slash at its end; empty until an administrator has set it. */
  serverUrl(): Promise<string>;
  /** What it calls itself under whatever address, from its installation on; empty where it does not say, or not to this key. */
  installUuid(): Promise<string>;
  /** PEM of the certificate authorities that Rancher's certificate at `serverUrl` hangs on; empty when it is publicly trusted. */
  caBundle(): Promise<string>;
  /** SHA-256 (hex) of the `cacerts` setting that nodes are to trust; empty when Rancher has none. */
  caChecksum(): Promise<string>;
  /** What Rancher can install, of the distribution that the given release is of; empty where it does not say. */
  listReleases(like: string): Promise<string[]>;
  /** Tries what making clusters of these versions needs, without leaving anything. The first is the provider's own, others are sold by offerings. */
  check(kubernetesVersions: readonly string[]): Promise<CredentialCheck[]>;
}
