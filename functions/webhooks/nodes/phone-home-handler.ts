import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { z } from 'zod';
import { receivePhoneHome } from '#shared/app/receive-phone-home';
import { LOG } from '#shared/contracts/telemetry';
import { NotAllowed } from '#shared/errors';
import type { Ids, Wakeups } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { observe, type Telemetry } from '#shared/runtime/telemetry';

export type PhoneHomeDeps = Telemetry & {
  store: Pick<Store, 'phoneHomes' | 'waits'>;
  wakeups: Wakeups;
  ids: Pick<Ids, 'uuid'>;
};

/** cloud-init posts its keys and host name, a few KB that nobody reads. */
const MAX_BODY_CHARACTERS = 64 * 1024;

const webhookEvent = z.object({
  rawPath: z.string(),
  headers: z.record(z.string(), z.string().optional()).default({}),
  body: z.string().nullish(),
  requestContext: z.object({ http: z.object({ method: z.string() }) }),
});
const empty = (statusCode: number): APIGatewayProxyStructuredResultV2 => ({ statusCode, body: '' });
const bearerOf = (header: string | undefined): string => /^bearer\s+(\S+)$/i.exec(header ?? '')?.[1] ?? '';

/** `POST /webhooks/nodes/{uuid}` with `Authorization: Bearer <one-time token>`: 204, or 403 with nothing said. */
export function phoneHomeHandler(deps: PhoneHomeDeps) {
  return async (event: unknown): Promise<APIGatewayProxyStructuredResultV2> => {
    const { rawPath, headers, body, requestContext } = webhookEvent.parse(event);
    if (requestContext.http.method !== 'POST') return { ...empty(405), headers: { allow: 'POST' } };
    if ((body ?? '').length > MAX_BODY_CHARACTERS) return empty(413);
    const nodeUuidText = rawPath.split('/').filter(Boolean)[2] ?? '';
    const correlationId = deps.ids.uuid();
    const log = deps.log.with({ correlationId });
    const token = bearerOf(headers.authorization ?? headers.Authorization);
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
