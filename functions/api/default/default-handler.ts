import { LOG } from '#shared/contracts/telemetry';
import type { SiteSettings } from '#shared/domain/_core/site-settings';
import type { Functions, Ids } from '#shared/ports/runtime';
import { observe, type Telemetry } from '#shared/runtime/telemetry';
import { withCors } from '../_http/cors.ts';
import { errorReply } from '../_http/error-reply.ts';
import { type ApiReply, frontPage, noSuchPage } from '../_http/replies.ts';
import { parseRequest } from '../_http/request.ts';
import { toResult } from '../_http/to-result.ts';
import { functionOf } from '../api-routes.ts';

export type DefaultDeps = Telemetry & {
  functions: Functions;
  ids: Pick<Ids, 'uuid'>;
  site: Pick<SiteSettings, 'corsOrigins'>;
};

/**
 * Answers requests that match no other route of the gateway. A known path with a slash at its end may also arrive here.
 * The handler then invokes the function of this path with the event, and returns that function's answer. So each path
 * is always answered by the function that has the rights for it.
 */
export function defaultHandler(deps: DefaultDeps) {
  return async (event: unknown): Promise<unknown> => {
    const request = parseRequest(event, deps.ids.uuid);
    const { method, path, correlationId } = request;
    const log = deps.log.with({ correlationId });
    const answered = (reply: ApiReply) => withCors(deps.site.corsOrigins, request, toResult(request, reply));
    const entry = functionOf(path);
    if (entry === undefined) {
      const isFront = path === '/' && (method === 'GET' || method === 'HEAD');
      const reply = isFront ? frontPage : noSuchPage;
      log.info(LOG.answered, { method, path, status: reply.status });
      return answered(reply);
    }
    try {
      return await observe(deps, `${method} ${entry}`, { path, correlationId }, () =>
        deps.functions.invoke(entry, event),
      );
    } catch (error) {
      return answered(errorReply(error, correlationId, log));
    }
  };
}
