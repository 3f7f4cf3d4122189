import { z } from 'zod';

/** What nodes need to join, kept in the secret store while the cluster is being made (design decision 12). */
export const registration = z.object({
  token: z.string().min(1),
  /** SHA-256 of Rancher's CA bundle; empty when it has none. */
  caChecksum: z.string(),
});
export type Registration = z.infer<typeof registration>;
