/** A key to Rancher's API, `<id>:<key>`. */
export interface ApiToken {
  id: string;
  key: string;
  uid: string;
  userId: string;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** Milliseconds since the epoch. Absent for a key that was never used. */
  lastUsedAt?: number;
  /** Milliseconds. 0: for ever. Negative: expired from the start. */
  ttl: number;
  /**
   * Made through `/v1/ext.cattle.io.tokens`. Such a key is shown as `ext/<id>:<key>`, and `/v3/tokens` does not list
   * it.
   */
  isExt?: boolean;
  /**
   * How the key was made. `session`: by a login. `kubeconfig`: for a kubeconfig. Empty: by a request for an API key, or
   * by the installation of Rancher.
   */
  kind: 'session' | 'kubeconfig' | '';
  description: string;
  /** '' for all of Rancher. */
  clusterId: string;
}

/** One of Rancher's own accounts. */
export interface RancherUser {
  id: string;
  username: string;
  /** Rancher fills in the username at the first login of a user without a name. */
  name?: string | undefined;
  password: string;
  description: string;
  enabled: boolean;
  mustChangePassword: boolean;
  labels: Record<string, string>;
  creatorId: string | null;
  /** For a user of an identity provider: the user's principal there, and the groups at the last sign-in. */
  principal?: string;
  groupPrincipals?: readonly string[];
  createdAt: string;
  removedAt?: string;
  uid: string;
}
