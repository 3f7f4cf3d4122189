/** A key to Rancher's API, `<id>:<key>`. */
export interface ApiToken {
  id: string;
  key: string;
  uid: string;
  userId: string;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** Milliseconds since the epoch; of a key that was used. */
  lastUsedAt?: number;
  /** Milliseconds; 0: for ever, negative: over from the start. */
  ttl: number;
  /** Made through `/v1/ext.cattle.io.tokens`: shown as `ext/<id>:<key>`, and not among those of `/v3/tokens`. */
  isExt?: boolean;
  /** `session`: of whoever logged in; all others are derived from one that was there. */
  kind: 'session' | 'kubeconfig' | '';
  description: string;
  /** '' for all of Rancher. */
  clusterId: string;
}

/** One of Rancher's own accounts. */
export interface RancherUser {
  id: string;
  username: string;
  /** Rancher fills in the username when somebody logs in who has none. */
  name?: string | undefined;
  password: string;
  description: string;
  enabled: boolean;
  mustChangePassword: boolean;
  labels: Record<string, string>;
  creatorId: string | null;
  /** Of somebody who signs in at another place: who that is there, and the groups at the last time. */
  principal?: string;
  groupPrincipals?: readonly string[];
  createdAt: string;
  removedAt?: string;
  uid: string;
}
