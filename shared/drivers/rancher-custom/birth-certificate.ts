import type { NodeSpec } from '../../domain/node.ts';

/** Everything a machine is told at birth. The secrets among it work once, or until the cluster is made (design decision 12). */
export type BirthCertificate = {
  spec: Pick<NodeSpec, 'name' | 'role' | 'dataVolumes' | 'sshPublicKey'>;
  /** First letters of the hypervisor's block devices: `sd` or `vd`. */
  diskDriver: 'sd' | 'vd';
  rancherUrl: string;
  registrationToken: string;
  /** SHA-256 of Rancher's CA bundle; empty when its certificate is publicly trusted. */
  caChecksum: string;
  phoneHomeUrl: string;
  phoneHomeToken: string;
};
