import type { Policy } from './policy/parse-policy.ts';

/** An instant or a span in milliseconds; what the API shows is in seconds. */
type Milliseconds = number;

export interface VaultToken {
  id: string;
  accessor: string;
  /** What it may, `default` among them unless that was declined. */
  policies: string[];
  displayName: string;
  /** The API path that made it. */
  path: string;
  meta: Record<string, string> | null;
  entityId: string;
  issuedAt: Milliseconds;
  ttl: Milliseconds;
  /** null: never. */
  expiresAt: Milliseconds | null;
  /** No renewal goes beyond; null: no bound. */
  lastAt: Milliseconds | null;
  /** Requests it is still good for; 0: any number. */
  numUses: number;
  renewable: boolean;
  /** Asked for when it was made; 0: none. */
  explicitMaxTtl: Milliseconds;
  /** Whatever it is renewed to; 0: not periodic. */
  period: Milliseconds;
  /** Accessor of the token with which this one ends; null for an orphan. */
  parent: string | null;
}

/** The fields of a role by their API names; durations in seconds. */
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
  /** Logins it is still good for; 0: any number. */
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

/** One path of a KV version 2 mount. */
export interface KvSecret {
  versions: Map<number, SecretVersion>;
  currentVersion: number;
  createdAt: Milliseconds;
  updatedAt: Milliseconds;
  /** 0: the mount's own, 10. */
  maxVersions: number;
  casRequired: boolean;
  customMetadata: Record<string, string> | null;
  /** Seconds; 0: as the mount says. */
  deleteVersionAfter: number;
}

/** Settings of a whole mount; its secrets may have others. */
export interface KvSettings {
  /** 0: ten. */
  maxVersions: number;
  casRequired: boolean;
  /** Seconds; 0: never. */
  deleteVersionAfter: number;
}

/** Seconds; 0: the server's own. */
export interface MountTuning {
  default_lease_ttl: number;
  max_lease_ttl: number;
  options: Record<string, string> | null;
}

/** What is mounted where; `path` ends in a slash and begins with `auth/` for ways to log in. */
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
  /** As it was written. */
  text: string;
  rules: Policy;
}
