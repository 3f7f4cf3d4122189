import type { Uuid } from '../_core/identifier.ts';

/** Of a message that was accepted; kept for as long as the message would be accepted again. */
export type WebhookSignature = { settingsUuid: Uuid; signature: string; expiresAt: string };
