import { createHash, timingSafeEqual } from 'node:crypto';

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * SHA-256 in hex. API tokens and phone-home tokens are stored only as this hash. The hash needs no salt, because the
 * tokens are 256 random bits.
 */
export const hashToken = (token: string): string => sha256(token).toString('hex');

/** Compares secrets in constant time. Hashes are compared, so that secrets may have different lengths. */
export const isSameSecret = (one: string, other: string): boolean => timingSafeEqual(sha256(one), sha256(other));
