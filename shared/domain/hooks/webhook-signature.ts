import type { Uuid } from '../_core/identifier.ts';

/** The signature of an accepted message, stored as long as the message would be accepted again. */
export type WebhookSignature = { settingsUuid: Uuid; signature: string; expiresAt: string };
