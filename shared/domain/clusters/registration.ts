import { z } from 'zod';

/** The data with which nodes join. It is in the secret store while the cluster is being made (docs/spec/design.md#secrets). */
export const registration = z.object({
  /** The token with which nodes register. Absent once the token is in Vault, from which machines then read it. */
  token: z.string().min(1).optional(),
  /** SHA-256 of Rancher's CA bundle; empty if there is none. */
  caChecksum: z.string(),
  /** The AppRole with which machines log in to Vault. Each machine gets a secret id of its own. Absent without Vault. */
  vaultRoleId: z.string().min(1).optional(),
});
export type Registration = z.infer<typeof registration>;
