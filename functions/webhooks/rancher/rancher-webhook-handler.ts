import { alertSender, providerBySignature, type WebhookAuthDeps } from '#shared/app/hooks/authenticate-webhook';
import { assertAboutCluster, recordAlerts } from '#shared/app/hooks/record-alerts';
import { askForAlertNodes } from '#shared/app/reconciliation/alert-nodes';
import { wakeClusters } from '#shared/app/reconciliation/wake-clusters';
import {
  clusterOfMessage,
  clustersOfAlerts,
  monitoredClusters,
  namedAlerts,
  readAlerts,
  SIGNED,
  type WokenView,
} from '#shared/contracts/webhooks/rancher';
import type { Uuid } from '#shared/domain/_core/identifier';
import type { ClusterAlert } from '#shared/domain/audit/activity-event';
import type { Ids } from '#shared/ports/runtime';
import { actingAs } from '#shared/runtime/acting-user';
import type { Telemetry } from '#shared/runtime/telemetry';
import type { HttpCall } from '../../_http/http-call.ts';
import type { ApiReply } from '../../api/_http/replies.ts';
import { bearerOf, jsonOf, providerCallHandler } from '../provider-call.ts';

type MessageDeps = WebhookAuthDeps &
  Parameters<typeof providerBySignature>[0] &
  Parameters<typeof assertAboutCluster>[0];
/**
 * A parsed message. `clusters` contains names or ids of clusters in the provider's Rancher. `alerts` are about these
 * clusters.
 */
type Message = { settingsUuid: Uuid; clusters: readonly string[]; alerts: readonly ClusterAlert[] };

/** Reads a signed message. The signature may have a prefix: `sha256=<hex>`. */
async function readSigned(deps: MessageDeps, call: HttpCall, signature: string): Promise<Message> {
  const signer = await providerBySignature(deps, {
    provider: call.header(SIGNED.provider) ?? '',
    timestamp: call.header(SIGNED.timestamp) ?? '',
    signature: signature.replace(/^sha256=/i, ''),
    body: call.body,
  });
  const clusters = [clusterOfMessage(jsonOf(call))];
  await signer.useUp();
  return { settingsUuid: signer.settingsUuid, clusters, alerts: [] };
}

/**
 * Reads a message. The caller is checked before the body is parsed, so that an unknown caller does not learn whether a
 * body is valid.
 */
async function readMessage(deps: MessageDeps, call: HttpCall): Promise<Message> {
  const signature = call.header(SIGNED.signature);
  if (signature !== undefined) return readSigned(deps, call, signature);
  const { settingsUuid, clusterUuid } = await alertSender(deps, bearerOf(call.header('authorization')));
  const alerts = readAlerts(jsonOf(call));
  if (clusterUuid === undefined)
    return { settingsUuid, clusters: clustersOfAlerts(alerts), alerts: namedAlerts(alerts) };
  await assertAboutCluster(deps, { settingsUuid, clusterUuid }, monitoredClusters(alerts));
  return { settingsUuid, clusters: [clusterUuid], alerts: namedAlerts(alerts) };
}

export type RancherWebhookDeps = Telemetry & MessageDeps & WakeDeps & { ids: Pick<Ids, 'uuid'> };
type WakeDeps = Parameters<typeof wakeClusters>[0] &
  Parameters<typeof recordAlerts>[0] &
  Parameters<typeof askForAlertNodes>[0];

/**
 * Maximum size of a body: enough for some 700 alerts of Rancher's monitoring. Operators can limit the alerts in one
 * message by Alertmanager's `max_alerts`.
 */
const MAX_BODY_BYTES = 1024 * 1024;

async function answer(deps: RancherWebhookDeps, call: HttpCall, correlationId: string): Promise<ApiReply> {
  const { settingsUuid, clusters, alerts } = await readMessage(deps, call);
  const body: WokenView = { woken: await wakeClusters(deps, settingsUuid, clusters) };
  await actingAs({ kind: 'job', name: 'alertmanager', correlationId }, async () => {
    await askForAlertNodes(deps, await recordAlerts(deps, settingsUuid, alerts));
  });
  return { status: 200, body };
}

/**
 * Answers `POST /webhooks/rancher`. The body is a message of Alertmanager or a signed message `{cluster}`. Alertmanager
 * sends the header `Authorization: Bearer <provider>.<webhook secret>`. Wakes the state machines that wait for the
 * message's clusters.
 * Safe to repeat.
 */
export const rancherWebhookHandler = (deps: RancherWebhookDeps) =>
  providerCallHandler(deps, { segment: 'rancher', maxBodyBytes: MAX_BODY_BYTES }, answer);
