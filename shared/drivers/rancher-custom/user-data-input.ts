import type { NodeSpec } from '#shared/domain/planning/node-spec';
import type { DiskDriver } from '../cloud-config/data-disks.ts';

/** What a machine joins its cluster with: the cluster's registration token, or what lets it read that token in Vault, once. */
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

/** Everything a machine is told at input. The secrets among it work once, or until the cluster is made (docs/spec/design.md#secrets). */
export type UserDataInput = {
  spec: Pick<NodeSpec, 'name' | 'role' | 'roles' | 'dataVolumes' | 'sshPublicKey'>;
  diskDriver: DiskDriver;
  rancherUrl: string;
  credential: JoinCredential;
  /** SHA-256 of Rancher's CA bundle; empty when its certificate is publicly trusted. */
  caChecksum: string;
  phoneHomeUrl: string;
  phoneHomeToken: string;
};
