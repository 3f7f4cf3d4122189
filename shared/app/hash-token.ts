import { createHash } from 'node:crypto';

/** SHA-256 in hex: all that is kept of API tokens and phone-home tokens. Plain hashing is enough for 256 random bits. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
