import { unlinkResource } from '#shared/app/clusters/unlink-resource';
import type { Named } from '#shared/app/marketplace/resource-and-cluster';
import { type SetStateDeps, setResourceErred, setResourceOk } from '#shared/app/marketplace/set-resource-state';
import { parseErredWords, stateSetView } from '#shared/contracts/rest/_core/resource-state';
import { readBody } from '../_http/negotiate.ts';
import { noContent, ok } from '../_http/replies.ts';
import type { Call, Route } from '../_http/router.ts';

/**
 * Routes with which staff changes the records of a resource. The URL has the uuid of the resource or of its cluster.
 */
export function resourceStateRoutes(deps: SetStateDeps, by: Named['by']): Record<'ok' | 'erred' | 'unlink', Route> {
  const named = ({ params }: Call): Named => ({ by, uuidText: params.uuid ?? '' });
  return {
    ok: {
      staff: async (call) => {
        await setResourceOk(deps, call.caller, named(call));
        return ok(stateSetView, { detail: 'The state is OK.' });
      },
    },
    erred: {
      staff: async (call) => {
        await setResourceErred(deps, call.caller, named(call), () => parseErredWords(readBody(call.request)));
        return ok(stateSetView, { detail: 'The state is erred.' });
      },
    },
    unlink: {
      staff: async (call) => {
        await unlinkResource(deps, call.caller, named(call));
        return noContent;
      },
    },
  };
}
