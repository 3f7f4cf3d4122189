import type { NodeSpec } from '#shared/domain/planning/node-spec';
import type { DiskDriver } from './cloud-config/data-disks.ts';

/**
 * The credential with which a machine joins: the cluster's registration token, or a one-time login that reads it from
 * Vault.
 */
export type JoinCredential =
  | { from: 'user-data'; registrationToken: string }
  | {
      from: 'vault';
      /** `https://vault.example.org:8200` */
      address: string;
      verifyTls: boolean;
      roleId: string;
      secretId: string;
      /** Below the KV version 2 mount `secret`; its field `token` is the registration token. */
      secretPath: string;
    };

/** The input for a machine. Its secrets work once, or until the cluster is created (docs/spec/design.md#secrets). */
export type UserDataInput = {
  spec: Pick<NodeSpec, 'name' | 'role' | 'roles' | 'dataVolumes' | 'sshPublicKey'>;
  diskDriver: DiskDriver;
  rancherUrl: string;
  credential: JoinCredential;
  /** SHA-256 of Rancher's CA bundle. Empty when its certificate is publicly trusted. */
  caChecksum: string;
  phoneHomeUrl: string;
  phoneHomeToken: string;
};
