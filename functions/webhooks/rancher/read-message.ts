import { providerByBearer, providerBySignature, type WebhookAuthDeps } from '#shared/app/hooks/authenticate-webhook';
import {
  clusterOfMessage,
  clustersOfAlerts,
  namedAlerts,
  readAlerts,
  SIGNED,
} from '#shared/contracts/webhooks/rancher';
import type { Uuid } from '#shared/domain/_core/identifier';
import type { ClusterAlert } from '#shared/domain/audit/cluster-alert';
import type { HttpCall } from '../../_http/http-call.ts';
import { MalformedBody, UnsupportedMediaType } from '../../api/_http/http-errors.ts';
import { mediaTypeOf, readJson } from '../../api/_http/negotiate.ts';

export type MessageDeps = WebhookAuthDeps;
/** Clusters of the provider, by whatever it calls them, and what is wrong with them. */
export type Message = { settingsUuid: Uuid; clusters: readonly string[]; alerts: readonly ClusterAlert[] };

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

/** `Bearer <provider uuid>.<secret>`; what is no such thing is nobody's. */
function bearerOf(header: string | undefined): { provider: string; secret: string } {
  const [, provider = '', secret = ''] = /^bearer +([0-9a-f-]{32,36})\.(\S+)$/i.exec(header ?? '') ?? [];
  return { provider, secret };
}

/** Signatures may name their kind, as others write them: `sha256=<hex>`. */
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

/** Who calls comes first: a stranger learns nothing of what is wrong with a body. */
export async function readMessage(deps: MessageDeps, call: HttpCall): Promise<Message> {
  const signature = call.header(SIGNED.signature);
  if (signature !== undefined) return readSigned(deps, call, signature);
  const settingsUuid = await providerByBearer(deps, bearerOf(call.header('authorization')));
  const alerts = readAlerts(jsonOf(call));
  return { settingsUuid, clusters: clustersOfAlerts(alerts), alerts: namedAlerts(alerts) };
}
