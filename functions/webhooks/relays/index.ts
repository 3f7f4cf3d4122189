import { connectedClusterApi } from '#shared/runtime/wiring/backends';
import { rancherWebhookDeps } from '#shared/runtime/wiring/webhook';
import { relayHandler } from './relay-handler.ts';

const base = rancherWebhookDeps('webhooks/relays');
export const handler = relayHandler({ ...base, clusterApi: connectedClusterApi(base.secrets, base.stage) });
