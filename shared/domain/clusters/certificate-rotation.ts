import { z } from 'zod';

/**
 * Services of RKE2 whose certificates can be rotated alone. `rke2 certificate rotate --service` uses the same names.
 */
export const rotatedService = z.enum([
  'admin',
  'api-server',
  'auth-proxy',
  'cloud-controller',
  'controller-manager',
  'etcd',
  'kube-proxy',
  'kubelet',
  'rke2-controller',
  'rke2-server',
  'scheduler',
]);

/** An accepted rotation of certificates. The cluster's record contains the rotation until Rancher has finished. */
export const certificateRotation = z.object({
  /** The services to rotate. An empty list means all services. */
  services: z.array(rotatedService),
  /**
   * The number that Rancher's counter gets for this rotation (`spec.rkeConfig.rotateCertificates.generation`). Absent
   * until Paddock has requested the rotation from Rancher.
   */
  generation: z.int().optional(),
});
export type CertificateRotation = z.infer<typeof certificateRotation>;
