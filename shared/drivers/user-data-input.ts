import type { NodeSpec } from '#shared/domain/planning/node-spec';
import type { DiskDriver } from './cloud-config/data-disks.ts';

/**
 * The credential with which a machine joins: either the cluster's registration token, or a login to Vault. The machine
 * uses the login to read the token. The login works only once.
 */
export type JoinCredential =
  | { from: 'user-data'; registrationToken: string }
  | {
      from: 'vault';
      /** Vault's address: `https://vault.example.org:8200` */
      address: string;
      verifyTls: boolean;
      roleId: string;
      secretId: string;
      /**
       * Path of the secret in the KV version 2 mount `secret`. The field `token` of the secret is the registration
       * token.
       */
      secretPath: string;
    };

/**
 * The values for a machine's user data. Secrets among these values work only once, or only until the cluster has been
 * created (docs/spec/design.md#secrets).
 */
export type UserDataInput = {
  spec: Pick<NodeSpec, 'name' | 'role' | 'roles' | 'dataVolumes' | 'sshPublicKey'>;
  diskDriver: DiskDriver;
  rancherUrl: string;
  credential: JoinCredential;
  /** SHA-256 of Rancher's CA bundle. Empty when Rancher's certificate is publicly trusted. */
  caChecksum: string;
  phoneHomeUrl: string;
  phoneHomeToken: string;
};
