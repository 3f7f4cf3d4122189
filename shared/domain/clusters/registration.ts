import { z } from 'zod';

/** What nodes need to join, kept in the secret store while the cluster is being made (docs/spec/design.md#secrets). */
export const registration = z.object({
  /** Absent once Vault holds it: then machines read it there. */
  token: z.string().min(1).optional(),
  /** SHA-256 of Rancher's CA bundle; empty when it has none. */
  caChecksum: z.string(),
  /** With Vault: the AppRole machines log in with; the secret id is minted for each when it is made. */
  vaultRoleId: z.string().min(1).optional(),
});
export type Registration = z.infer<typeof registration>;
