import { z } from 'zod';

/**
 * Data that a new node needs to join the cluster. It is in the secret store while the cluster is made
 * (docs/spec/design.md#secrets).
 */
export const registration = z.object({
  /** The token with which nodes register. Absent when the token is in Vault, from which machines then read it. */
  token: z.string().min(1).optional(),
  /** SHA-256 of Rancher's CA bundle; empty if there is none. */
  caChecksum: z.string(),
  /** The AppRole with which machines log in to Vault. Each machine gets its own secret id. Absent without Vault. */
  vaultRoleId: z.string().min(1).optional(),
});
export type Registration = z.infer<typeof registration>;
