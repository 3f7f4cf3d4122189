import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { MalformedBody, UnsupportedMediaType } from '#functions/api/_http/http-errors';
import { mediaTypeOf, readJson } from '#functions/api/_http/negotiate';
import { providerByBearer, providerBySignature, type WebhookAuthDeps } from '#shared/app/hooks/authenticate-webhook';
import { recordAlerts } from '#shared/app/hooks/record-alerts';
import { askForAlertNodes } from '#shared/app/reconciliation/alert-nodes';
import { wakeClusters } from '#shared/app/reconciliation/wake-clusters';
import { LOG } from '#shared/contracts/telemetry';
import {
  clusterOfMessage,
  clustersOfAlerts,
  namedAlerts,
  readAlerts,
  SIGNED,
  type WokenView,
} from '#shared/contracts/webhooks/rancher';
import type { Uuid } from '#shared/domain/_core/identifier';
import type { ClusterAlert } from '#shared/domain/audit/activity-event';
import { NotFound, Unauthenticated } from '#shared/errors';
import type { Ids } from '#shared/ports/runtime';
import { actingAs } from '#shared/runtime/acting-user';
import { observe, type Telemetry } from '#shared/runtime/telemetry';
import { type HttpCall, readCall } from '../../_http/http-call.ts';
import { errorReply } from '../../api/_http/error-reply.ts';
import { ContentTooLarge, MethodNotAllowed } from '../../api/_http/http-errors.ts';
import type { ApiReply } from '../../api/_http/replies.ts';

type MessageDeps = WebhookAuthDeps;
/**
 * A parsed message. `clusters` are names or ids of this provider's clusters in Rancher. `alerts` are about these
 * clusters.
 */
type Message = { settingsUuid: Uuid; clusters: readonly string[]; alerts: readonly ClusterAlert[] };

function textOf(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch (cause) {
    throw new MalformedBody('JSON parse error - not UTF-8', {}, cause);
  }
}

function jsonOf({ header, body }: HttpCall): unknown {
  const mediaType = mediaTypeOf(header('content-type') ?? '');
  if (mediaType !== 'application/json') throw new UnsupportedMediaType(mediaType);
  return readJson(textOf(body));
}

/** Parses `Bearer <provider uuid>.<secret>`. */
function bearerOf(header: string | undefined): { provider: string; secret: string } {
  const [, provider = '', secret = ''] = /^bearer +([0-9a-f-]{32,36})\.(\S+)$/i.exec(header ?? '') ?? [];
  return { provider, secret };
}

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

/** Checks the caller before it parses the body. So an unknown caller does not learn whether a body is valid. */
async function readMessage(deps: MessageDeps, call: HttpCall): Promise<Message> {
  const signature = call.header(SIGNED.signature);
  if (signature !== undefined) return readSigned(deps, call, signature);
  const settingsUuid = await providerByBearer(deps, bearerOf(call.header('authorization')));
  const alerts = readAlerts(jsonOf(call));
  return { settingsUuid, clusters: clustersOfAlerts(alerts), alerts: namedAlerts(alerts) };
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
  if (!/^\/webhooks\/rancher\/?$/.test(call.path)) throw new NotFound('Not found.');
  if (call.method !== 'POST') throw new MethodNotAllowed(call.method);
  if (call.body.length > MAX_BODY_BYTES) throw new ContentTooLarge(MAX_BODY_BYTES);
  const { settingsUuid, clusters, alerts } = await readMessage(deps, call);
  const body: WokenView = { woken: await wakeClusters(deps, settingsUuid, clusters) };
  await actingAs({ kind: 'job', name: 'alertmanager', correlationId }, async () => {
    await askForAlertNodes(deps, await recordAlerts(deps, settingsUuid, alerts));
  });
  return { status: 200, body };
}

/** The answer to a refused message. It gives an unknown caller no reason. */
function refusal(deps: RancherWebhookDeps, error: unknown, correlationId: string): ApiReply {
  const reply = errorReply(error, correlationId, deps.log);
  if (error instanceof MethodNotAllowed) return { ...reply, headers: { allow: 'POST' } };
  if (!(error instanceof Unauthenticated)) return reply;
  const headers = { 'www-authenticate': 'Bearer' };
  return error.message === '' ? { status: reply.status, headers } : { ...reply, headers };
}

/**
 * Answers `POST /webhooks/rancher`. The body is a message of Alertmanager with `Authorization: Bearer
 * <provider>.<webhook secret>`, or a signed message `{cluster}`. Wakes the state machines that wait for these clusters.
 * Safe to repeat.
 */
export function rancherWebhookHandler(deps: RancherWebhookDeps) {
  return async (event: unknown): Promise<APIGatewayProxyStructuredResultV2> => {
    const call = readCall(event);
    const correlationId = deps.ids.uuid();
    const log = deps.log.with({ correlationId });
    const own = { ...deps, log };
    const reply = await observe(deps, 'rancher webhook', { correlationId }, () =>
      answer(own, call, correlationId),
    ).catch((error: unknown) => refusal(own, error, correlationId));
    const { method, path } = call;
    log.info(LOG.answered, { method, path, status: reply.status });
    return {
      statusCode: reply.status,
      headers: {
        ...(reply.body !== undefined && { 'content-type': 'application/json' }),
        'x-correlation-id': correlationId,
        ...reply.headers,
      },
      body: reply.body === undefined ? '' : JSON.stringify(reply.body),
    };
  };
}
