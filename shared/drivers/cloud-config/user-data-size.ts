import { Misconfigured } from '../../errors.ts';

/** Nova's limit for user data, counted in base64 (measured on a real OpenStack 2026.2). */
const MAX_BASE64 = 65_535;

/**
 * Returns the user data if Nova accepts its size.
 * @param owner name of the machine, for the message
 * @throws Misconfigured
 */
export function fittingUserData(text: string, owner: string): string {
  const size = Buffer.byteLength(Buffer.from(text).toString('base64'));
  if (size <= MAX_BASE64) return text;
  throw new Misconfigured(`The user data of ${owner} is ${size} bytes in base64; Nova accepts at most ${MAX_BASE64}.`);
}
