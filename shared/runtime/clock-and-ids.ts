import { randomBytes, randomUUID } from 'node:crypto';
import type { Clock, Ids } from '../ports/runtime.ts';

/** The real clock. No other code reads the time, so that tests can set it. */
export const systemClock: Clock = { now: () => new Date() };

export const randomIds: Ids = {
  uuid: () => randomUUID().replaceAll('-', ''),
  token: () => randomBytes(32).toString('base64url'),
};
