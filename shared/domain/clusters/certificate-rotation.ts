import { z } from 'zod';

/** Services of RKE2 whose certificates can be rotated alone, by the names of `rke2 certificate rotate --service`. */
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
export type RotatedService = z.infer<typeof rotatedService>;

/** An accepted rotation of certificates. It stays on the cluster until Rancher has finished it. */
export const certificateRotation = z.object({
  /** Empty: all services. */
  services: z.array(rotatedService),
  /** Rancher's counter for this rotation (`spec.rkeConfig.rotateCertificates.generation`). Absent until it is asked. */
  generation: z.int().optional(),
});
export type CertificateRotation = z.infer<typeof certificateRotation>;
