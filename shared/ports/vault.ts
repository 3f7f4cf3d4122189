import type { CredentialCheck } from '#shared/domain/providers/credential-check';
import type { RancherSettings } from '#shared/domain/providers/service-settings';

/**
 * A provider's Vault. Paddock uses its policies, its AppRoles, and the mount `secret` of KV version 2. Every call may
 * throw the Backend* family of shared/errors.ts.
 */
export interface Vault {
  /** Address of Vault for machines, such as `https://vault.example.org:8200`. */
  readonly address: string;
  /** Whether machines verify Vault's certificate. */
  readonly verifyTls: boolean;
  /** Creates a policy that permits reading one secret. Replaces a policy of this name. */
  putReadPolicy(name: string, secretPath: string): Promise<void>;
  /**
   * Creates an AppRole with this policy. The secret ids and the tokens of the AppRole work once, within 60 minutes
   * (docs/spec/backends.md#vault).
   */
  putRole(name: string, policy: string): Promise<void>;
  /** Returns undefined if there is no such role. */
  findRoleId(name: string): Promise<string | undefined>;
  /** Creates a secret id for one login. */
  issueSecretId(role: string): Promise<string>;
  putSecret(path: string, data: Record<string, string>): Promise<void>;
  findSecret(path: string): Promise<Record<string, string> | undefined>;
  hasPolicy(name: string): Promise<boolean>;
  /** Every delete also succeeds if the object does not exist. */
  deletePolicy(name: string): Promise<void>;
  deleteRole(name: string): Promise<void>;
  /** Deletes the secret's metadata and all its versions. */
  deleteSecret(path: string): Promise<void>;
  /** Checks the rights that Paddock needs to create credentials. Nothing is left behind. */
  check(): Promise<CredentialCheck[]>;
}

export interface VaultSessions {
  /** Returns undefined if the provider uses no Vault. */
  open(settings: RancherSettings): Promise<Vault | undefined>;
}
