import { rancherWebhookDeps } from '#shared/runtime/wiring/webhook';
import { rancherWebhookHandler } from './rancher-webhook-handler.ts';

export const handler = rancherWebhookHandler(rancherWebhookDeps('webhooks/rancher'));
