import type { Policy } from './policy/parse-policy.ts';

/** A point in time or a duration in milliseconds. The API shows seconds instead. */
type Milliseconds = number;

export interface VaultToken {
  id: string;
  accessor: string;
  /** The token's policies, including `default` unless the token was created with `no_default_policy`. */
  policies: string[];
  displayName: string;
  /** The API path that created the token. */
  path: string;
  meta: Record<string, string> | null;
  entityId: string;
  issuedAt: Milliseconds;
  ttl: Milliseconds;
  /** The time at which the token expires. Null: never. */
  expiresAt: Milliseconds | null;
  /** The latest time to which a renewal can extend the token. Null: no limit. */
  lastAt: Milliseconds | null;
  /** The number of requests left. 0: no limit. */
  numUses: number;
  renewable: boolean;
  /** The explicit maximum TTL given at creation. 0: none. */
  explicitMaxTtl: Milliseconds;
  /** The period of a periodic token. Each renewal sets the TTL to this period. 0: not periodic. */
  period: Milliseconds;
  /** The accessor of the parent token. When the parent is revoked, this token is revoked too. Null for an orphan. */
  parent: string | null;
}

/** The fields of a role under their API names. Durations are in seconds. */
export interface RoleFields {
  bind_secret_id: boolean;
  secret_id_num_uses: number;
  secret_id_ttl: number;
  token_policies: string[];
  token_ttl: number;
  token_max_ttl: number;
  token_explicit_max_ttl: number;
  token_num_uses: number;
  token_period: number;
  token_no_default_policy: boolean;
  token_type: string;
  token_bound_cidrs: string[];
  secret_id_bound_cidrs: string[] | null;
  local_secret_ids: boolean;
}

export interface AppRole extends RoleFields {
  name: string;
  roleId: string;
  entityId: string;
}

export interface SecretId {
  id: string;
  accessor: string;
  role: AppRole;
  /** The number of logins left. 0: no limit. */
  numUses: number;
  ttl: Milliseconds;
  createdAt: Milliseconds;
  expiresAt: Milliseconds | null;
  metadata: Record<string, string>;
  cidrs: string[];
  tokenCidrs: string[];
}

export interface SecretVersion {
  createdAt: Milliseconds;
  deletedAt: Milliseconds | null;
  destroyed: boolean;
  data: Record<string, unknown> | null;
}

export interface KvSecret {
  versions: Map<number, SecretVersion>;
  currentVersion: number;
  createdAt: Milliseconds;
  updatedAt: Milliseconds;
  /** The number of versions that are kept. 0: the mount's value, which is 10 by default. */
  maxVersions: number;
  casRequired: boolean;
  customMetadata: Record<string, string> | null;
  /** The number of seconds until a version is deleted automatically. 0: the mount's value. */
  deleteVersionAfter: number;
}

/** Settings of a whole mount. A secret can override them. */
export interface KvSettings {
  /** The number of versions of a secret that are kept. 0: the default of ten. */
  maxVersions: number;
  casRequired: boolean;
  /** The number of seconds until a version is deleted automatically. 0: never. */
  deleteVersionAfter: number;
}

/** The lease durations of a mount in seconds. 0: the server's default. */
export interface MountTuning {
  default_lease_ttl: number;
  max_lease_ttl: number;
  options: Record<string, string> | null;
}

/** A secrets engine or auth method. `path` ends in a slash; it begins with `auth/` for an auth method. */
export type Mount = {
  path: string;
  accessor: string;
  uuid: string;
  description: string;
  tuning: MountTuning;
} & (
  | { type: 'kv'; version: 2; secrets: Map<string, KvSecret>; settings: KvSettings }
  | { type: 'kv'; version: 1; values: Map<string, Record<string, unknown>> }
  | { type: 'approle'; roles: Map<string, AppRole>; secretIds: Map<string, SecretId> }
  | { type: 'token' | 'system' }
);

export type KvMount = Extract<Mount, { version: 2 }>;
export type KvOneMount = Extract<Mount, { version: 1 }>;
export type AppRoleMount = Extract<Mount, { type: 'approle' }>;

export interface StoredPolicy {
  name: string;
  text: string;
  rules: Policy;
}
