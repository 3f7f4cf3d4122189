import { Misconfigured } from '../../errors.ts';

/** What Nova takes, in base64 (facts of a real 2026.2, no. 39). */
const MAX_BASE64 = 65_535;

/**
 * The user data as it is, where Nova takes it; `whose` is in the message where not.
 * @throws Misconfigured
 */
export function fittingUserData(text: string, whose: string): string {
  const size = Buffer.byteLength(Buffer.from(text).toString('base64'));
  if (size <= MAX_BASE64) return text;
  throw new Misconfigured(`The user data of ${whose} is ${size} bytes in base64; Nova takes ${MAX_BASE64}.`);
}
