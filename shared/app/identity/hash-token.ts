import { createHash, timingSafeEqual } from 'node:crypto';

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** SHA-256 in hex: all that is kept of API tokens and phone-home tokens. Plain hashing is enough for 256 random bits. */
export const hashToken = (token: string): string => sha256(token).toString('hex');

/** In a time that tells nothing of either, their lengths included. */
export const isSameSecret = (one: string, other: string): boolean => timingSafeEqual(sha256(one), sha256(other));
