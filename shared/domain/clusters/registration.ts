import { z } from 'zod';

/**
 * The values that a new node needs to join the cluster. The secret store keeps these values while the cluster is
 * created (docs/spec/design.md#secrets).
 */
export const registration = z.object({
  /** The token with which nodes register. Absent if machines read the token from Vault. */
  token: z.string().min(1).optional(),
  /** SHA-256 of Rancher's CA bundle. Empty without a CA bundle. */
  caChecksum: z.string(),
  /** The AppRole with which machines log in to Vault. Each machine has its own secret id. Absent without Vault. */
  vaultRoleId: z.string().min(1).optional(),
});
export type Registration = z.infer<typeof registration>;
