import { reportRelay } from '#shared/app/cluster-api/relays/report-relay';
import { providerByBearer, type WebhookAuthDeps } from '#shared/app/hooks/authenticate-webhook';
import { clusterApiSettingsOf } from '#shared/app/providers/settings-of';
import { relayOrders, relayReport } from '#shared/contracts/relay-exchange';
import { parseBody } from '#shared/contracts/rest/_core/parse-body';
import type { Ids } from '#shared/ports/runtime';
import type { Telemetry } from '#shared/runtime/telemetry';
import type { HttpCall } from '../../_http/http-call.ts';
import type { ApiReply } from '../../api/_http/replies.ts';
import { bearerOf, jsonOf, providerCallHandler } from '../provider-call.ts';

export type RelayHandlerDeps = Telemetry &
  WebhookAuthDeps &
  Parameters<typeof reportRelay>[0] & { ids: Pick<Ids, 'uuid'> };

/** Maximum size of a report: enough for the states of some four thousand clusters. */
const MAX_BODY_BYTES = 512 * 1024;

async function answer(deps: RelayHandlerDeps, call: HttpCall): Promise<ApiReply> {
  const settingsUuid = await providerByBearer(deps, 'ClusterAPI', bearerOf(call.header('authorization')));
  const report = parseBody(relayReport, jsonOf(call));
  const settings = await clusterApiSettingsOf(deps, settingsUuid);
  return { status: 200, body: relayOrders.parse({ clusters: await reportRelay(deps, settings, report) }) };
}

/**
 * Answers `POST /webhooks/relays`. The caller is a relay, and sends the header `Authorization: Bearer <provider>.<relay
 * token>`. The body is the relay's report. The answer lists the clusters that the relay is allowed to serve. The token
 * gives no other access.
 */
export const relayHandler = (deps: RelayHandlerDeps) =>
  providerCallHandler(deps, { segment: 'relays', maxBodyBytes: MAX_BODY_BYTES }, answer);
