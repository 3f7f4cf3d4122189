import { z } from 'zod';

/** What nodes need to join. It is in the secret store while the cluster is being made (docs/spec/design.md#secrets). */
export const registration = z.object({
  /** Absent once the token is in Vault, from which machines then read it. */
  token: z.string().min(1).optional(),
  /** SHA-256 of Rancher's CA bundle; empty if there is none. */
  caChecksum: z.string(),
  /** With Vault: the AppRole for the login of machines. Each machine gets its own secret id. */
  vaultRoleId: z.string().min(1).optional(),
});
export type Registration = z.infer<typeof registration>;
