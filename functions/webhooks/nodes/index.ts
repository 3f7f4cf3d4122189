import { webhookDeps } from '#shared/runtime/wiring/webhook';
import { phoneHomeHandler } from './phone-home-handler.ts';

export const handler = phoneHomeHandler(webhookDeps('webhooks/nodes'));
