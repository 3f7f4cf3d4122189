import { z } from 'zod';
import type { CredentialCheck } from '#shared/domain/providers/credential-check';

/**
 * The result of checking a cloud. `to_provide` lists what an operator must still set up before managed clusters can be
 * created there.
 */
export const offeringCheckView = z
  .object({
    state: z.enum(['OK', 'ERRED']),
    checks: z.array(z.object({ option: z.string(), ok: z.boolean(), message: z.string() })),
    to_provide: z.array(z.string()),
  })
  .meta({ id: 'OfferingCheck' });

export function viewOfferingCheck({
  checks,
  toProvide,
}: {
  checks: CredentialCheck[];
  toProvide: string[];
}): z.infer<typeof offeringCheckView> {
  return { state: checks.every(({ ok }) => ok) ? 'OK' : 'ERRED', checks, to_provide: toProvide };
}
