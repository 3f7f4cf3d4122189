/** Prefix of secrets in the form of Standard Webhooks. The rest is the key in Base64. */
export const STANDARD_SECRET = 'whsec_';

/** @param token random, and known to nobody else */
export const newHookSecret = (token: string): string => `${STANDARD_SECRET}${Buffer.from(token).toString('base64')}`;
