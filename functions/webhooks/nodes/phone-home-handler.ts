import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { receivePhoneHome } from '#shared/app/nodes/receive-phone-home';
import { LOG } from '#shared/contracts/telemetry';
import { NotAllowed } from '#shared/errors';
import type { Clock, Ids, Wakeups } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { observe, type Telemetry } from '#shared/runtime/telemetry';
import { readCall } from '../../_http/http-call.ts';

export type PhoneHomeDeps = Telemetry & {
  store: Pick<Store, 'phoneHomes' | 'waits'>;
  wakeups: Wakeups;
  clock: Clock;
  ids: Pick<Ids, 'uuid'>;
};

/** Maximum size of a body. cloud-init posts a few KB with keys and the host name. Paddock ignores this content. */
const MAX_BODY_BYTES = 64 * 1024;

const empty = (statusCode: number): APIGatewayProxyStructuredResultV2 => ({ statusCode, body: '' });
const bearerOf = (header: string | undefined): string => /^bearer\s+(\S+)$/i.exec(header ?? '')?.[1] ?? '';

/**
 * Answers `POST /webhooks/nodes/{uuid}` with `Authorization: Bearer <one-time token>`. The answer is 204, or 403
 * without a reason.
 */
export function phoneHomeHandler(deps: PhoneHomeDeps) {
  return async (event: unknown): Promise<APIGatewayProxyStructuredResultV2> => {
    const { path, method, header, body } = readCall(event);
    if (method !== 'POST') return { ...empty(405), headers: { allow: 'POST' } };
    if (body.length > MAX_BODY_BYTES) return empty(413);
    const nodeUuidText = path.split('/').filter(Boolean)[2] ?? '';
    const correlationId = deps.ids.uuid();
    const log = deps.log.with({ correlationId });
    const token = bearerOf(header('authorization'));
    try {
      await observe(deps, 'phone home', { correlationId }, () =>
        receivePhoneHome({ ...deps, log }, { nodeUuidText, token }),
      );
      return empty(204);
    } catch (error) {
      if (error instanceof NotAllowed) return empty(403);
      log.error(LOG.phoneHomeFailed, { error });
      return empty(500);
    }
  };
}
