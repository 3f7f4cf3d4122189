import type { CredentialCheck } from '#shared/domain/providers/credential-check';
import type { RancherSettings } from '#shared/domain/providers/service-settings';

/**
 * A provider's Vault: policies, AppRoles and the KV version 2 mount `secret`. Every call may throw the Backend* family
 * of shared/errors.ts.
 */
export interface Vault {
  /** Address for machines: `https://vault.example.org:8200`. */
  readonly address: string;
  /** Whether machines verify Vault's certificate. */
  readonly verifyTls: boolean;
  /** A policy that may read one secret. Replaces an existing one. */
  putReadPolicy(name: string, secretPath: string): Promise<void>;
  /**
   * An AppRole with that policy. Secret ids and tokens live 60 minutes and can be used once
   * (docs/spec/backends.md#vault).
   */
  putRole(name: string, policy: string): Promise<void>;
  /** Answers undefined when there is no such role. */
  findRoleId(name: string): Promise<string | undefined>;
  /** A new secret id, for one login. */
  issueSecretId(role: string): Promise<string>;
  putSecret(path: string, data: Record<string, string>): Promise<void>;
  findSecret(path: string): Promise<Record<string, string> | undefined>;
  hasPolicy(name: string): Promise<boolean>;
  /** All deletes succeed when the object is gone. */
  deletePolicy(name: string): Promise<void>;
  deleteRole(name: string): Promise<void>;
  /** Deletes all versions and the metadata. */
  deleteSecret(path: string): Promise<void>;
  /** Checks the rights that provisioning needs. Leaves nothing behind. */
  check(): Promise<CredentialCheck[]>;
}

export interface VaultSessions {
  /** Answers undefined when the provider uses no Vault. */
  open(settings: RancherSettings): Promise<Vault | undefined>;
}
