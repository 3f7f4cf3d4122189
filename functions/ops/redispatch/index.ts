import { redispatch } from '#shared/app/marketplace/redispatch';
import { redispatchRequest } from '#shared/contracts/redispatch';
import type { Redispatched } from '#shared/domain/marketplace/redispatch';
import { observe } from '#shared/runtime/telemetry';
import { awsOutboxStream } from '#shared/runtime/wiring/aws';
import { dispatchDeps } from '#shared/runtime/wiring/dispatch';

const deps = { ...dispatchDeps('ops/redispatch'), stream: awsOutboxStream() };

/** The command `npm run redrive` invokes this function for a dead letter of the table's stream. */
export const handler = (event: unknown): Promise<Redispatched[]> =>
  observe(deps, 'redispatch', {}, () => redispatch(deps, redispatchRequest.parse(event)));
