import { z } from 'zod';
import { type CredentialCheck, failedCheck, passedCheck } from '#shared/domain/providers/credential-check';
import type { WaldurSession } from './waldur-session.ts';

const TRIED = { name: 'The remote Waldur', address: 'waldur_api_url', credential: 'waldur_api_token' };

/**
 * Checks that Waldur accepts the token. The right to serve an offering is not checked, because the provider's settings
 * do not name an offering.
 */
export async function checkWaldur(session: WaldurSession): Promise<CredentialCheck[]> {
  try {
    const reply = z.object({ username: z.string() });
    const { username } = await session.call({ op: 'checkToken', method: 'GET', path: '/users/me/', reply });
    return [passedCheck(TRIED.credential, `The remote Waldur accepts the token, which is that of ${username}.`)];
  } catch (error) {
    return [failedCheck(error, TRIED)];
  }
}
