import { within } from '#shared/deadline';
import { type CredentialCheck, failedCheck, type Tried } from '#shared/domain/providers/credential-check';
import { OutOfTime } from '#shared/errors';

/** Time limit for each backend, because a caller waits for the checks. */
export const CHECK_MS = 10_000;

/**
 * Runs the checks of one backend. If the backend fails or does not answer in time, returns a failed check instead of
 * throwing an error.
 */
export async function checksWithTimeout(
  about: Tried,
  run: () => Promise<CredentialCheck[] | undefined>,
  timeoutMs: number,
): Promise<CredentialCheck[]> {
  try {
    return (await within(timeoutMs, run)) ?? [];
  } catch (error) {
    if (!(error instanceof OutOfTime)) return [failedCheck(error, about)];
    const message = `${about.name} did not answer within ${timeoutMs / 1000} s: check the address, and that the network of Paddock is allowed to connect.`;
    return [{ option: about.address, ok: false, message }];
  }
}
