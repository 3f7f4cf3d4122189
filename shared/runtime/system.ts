import { randomBytes, randomUUID } from 'node:crypto';
import type { Clock, Ids } from '../ports/runtime.ts';

/** The real clock; the only place that asks for the time. */
export const systemClock: Clock = { now: () => new Date() };

/** Real chance: uuids as 32 hex digits, tokens of 256 bits. */
export const randomIds: Ids = {
  uuid: () => randomUUID().replaceAll('-', ''),
  token: () => randomBytes(32).toString('base64url'),
};
