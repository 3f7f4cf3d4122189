import type { CredentialCheck } from '#shared/domain/providers/credential-check';
import type { RancherSettings } from '#shared/domain/providers/service-settings';

/** A provider's Vault: policies, AppRoles and the KV version 2 mount `secret`. Every call may throw the Backend* family of shared/errors.ts. */
export interface Vault {
  /** Where machines reach it: `https://vault.example.org:8200`. */
  readonly address: string;
  /** Whether they are to insist on a certificate they trust. */
  readonly verifyTls: boolean;
  /** Reading one secret and nothing else; replaces what is there. */
  putReadPolicy(name: string, secretPath: string): Promise<void>;
  /** An AppRole with that policy: secret ids and tokens live 60 minutes and work once (docs/spec/backends.md#vault). */
  putRole(name: string, policy: string): Promise<void>;
  /** undefined where there is no such role. */
  findRoleId(name: string): Promise<string | undefined>;
  /** A fresh secret id, for one login. */
  issueSecretId(role: string): Promise<string>;
  putSecret(path: string, data: Record<string, string>): Promise<void>;
  findSecret(path: string): Promise<Record<string, string> | undefined>;
  hasPolicy(name: string): Promise<boolean>;
  /** Deletes treat gone as done. */
  deletePolicy(name: string): Promise<void>;
  deleteRole(name: string): Promise<void>;
  /** All versions and the metadata. */
  deleteSecret(path: string): Promise<void>;
  /** Tries what provisioning needs, without leaving anything. */
  check(): Promise<CredentialCheck[]>;
}

export interface VaultSessions {
  /** undefined where the provider uses no Vault. */
  open(settings: RancherSettings): Promise<Vault | undefined>;
}
