import type { CredentialCheck } from '#shared/domain/providers/credential-check';

/**
 * One provider's Rancher as an installation, without its clusters. Every call may throw the Backend* family of
 * shared/errors.ts.
 */
export interface RancherSite {
  /** Rancher's setting `server-url`, without a trailing slash. Empty until an administrator has set it. */
  serverUrl(): Promise<string>;
  /**
   * The id that Rancher has had since its installation, under every address. Empty when Rancher has none or does not
   * show it to this key.
   */
  installUuid(): Promise<string>;
  /**
   * PEM of the certificate authorities that signed Rancher's certificate at `serverUrl`. Empty when it is publicly
   * trusted.
   */
  caBundle(): Promise<string>;
  /** SHA-256 (hex) of the `cacerts` setting, which nodes have to trust. Empty when Rancher has none. */
  caChecksum(): Promise<string>;
  /**
   * The releases that Rancher can install, of the same distribution as `like`. Empty when Rancher does not list them.
   */
  listReleases(like: string): Promise<string[]>;
  /**
   * Checks the rights that creating clusters of these versions needs. Leaves nothing behind. The first version is the
   * provider's own; offerings sell the others.
   */
  check(kubernetesVersions: readonly string[]): Promise<CredentialCheck[]>;
}
