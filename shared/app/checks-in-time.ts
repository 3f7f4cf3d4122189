import type { CredentialCheck } from '../domain/credential-check.ts';
import { failedCheck, type Tried } from '../domain/failed-check.ts';

/** How long any backend may take while somebody waits for what a check finds. */
export const CHECK_MS = 10_000;

/** What a try of a backend finds; its failure, and its silence, are findings too. */
export async function checksInTime(
  about: Tried,
  run: () => Promise<CredentialCheck[] | undefined>,
  timeoutMs: number,
): Promise<CredentialCheck[]> {
  const inTime = new Promise<CredentialCheck[]>((resolve) => {
    const message = `${about.name} did not answer within ${timeoutMs / 1000} s: check the address, and that this network may reach it.`;
    setTimeout(() => resolve([{ option: about.address, ok: false, message }]), timeoutMs).unref();
  });
  const answered = run().catch((error: unknown) => [failedCheck(error, about)]);
  return (await Promise.race([answered, inTime])) ?? [];
}
