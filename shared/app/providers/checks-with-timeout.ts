import { within } from '#shared/deadline';
import type { CredentialCheck } from '#shared/domain/providers/credential-check';
import { failedCheck, type Tried } from '#shared/domain/providers/failed-check';
import { OutOfTime } from '#shared/errors';

/** How long any backend may take while somebody waits for what a check finds. */
export const CHECK_MS = 10_000;

/** What a try of a backend finds; its failure, and its silence, are findings too. */
export async function checksWithTimeout(
  about: Tried,
  run: () => Promise<CredentialCheck[] | undefined>,
  timeoutMs: number,
): Promise<CredentialCheck[]> {
  try {
    return (await within(timeoutMs, run)) ?? [];
  } catch (error) {
    if (!(error instanceof OutOfTime)) return [failedCheck(error, about)];
    const message = `${about.name} did not answer within ${timeoutMs / 1000} s: check the address, and that this network may reach it.`;
    return [{ option: about.address, ok: false, message }];
  }
}
