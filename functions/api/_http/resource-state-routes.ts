import type { Named } from '#shared/app/resource-and-cluster';
import { type SetStateDeps, setResourceErred, setResourceOk } from '#shared/app/set-resource-state';
import { unlinkResource } from '#shared/app/unlink-resource';
import { readErredWords, stateSetView } from '#shared/contracts/rest/resource-state';
import { readBody } from './negotiate.ts';
import { noContent, ok } from './replies.ts';
import type { Call, Route } from './router.ts';

/** What staff does by hand to the records of resources, named by themselves or by their clusters. */
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
        await setResourceErred(deps, call.caller, named(call), () => readErredWords(readBody(call.request)));
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
