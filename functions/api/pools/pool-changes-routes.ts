import type { AcceptedChange, ChangeDeps } from '#shared/app/pools/change-pools';
import { createPool } from '#shared/app/pools/create-pool';
import { deleteMachine } from '#shared/app/pools/delete-machine';
import { deletePool } from '#shared/app/pools/delete-pool';
import { scalePool } from '#shared/app/pools/scale-pool';
import { updatePool } from '#shared/app/pools/update-pool';
import { updatePoolSettings } from '#shared/app/pools/update-pool-settings';
import {
  parseMachineDeletion,
  parsePoolCreation,
  parsePoolDeletion,
  parsePoolUpdate,
  parseScaling,
  poolChangeView,
  viewPoolChange,
} from '#shared/contracts/rest/pools/pool-changes';
import { parseSettingsChange } from '#shared/contracts/rest/pools/pool-settings';
import { readBody } from '../_http/negotiate.ts';
import { ok } from '../_http/replies.ts';
import type { Call, Routes } from '../_http/router.ts';

/** The cluster in the path, and the request's correlation id. */
const clusterPath = ({ params, request }: Call) => ({
  clusterText: params.uuid ?? '',
  correlationId: request.correlationId,
});
/** The cluster and the pool in the path, and the request's correlation id. */
const poolPath = (call: Call) => ({ ...clusterPath(call), poolText: call.params.pool ?? '' });

/** Answers a change with its plan. The status is 202 if the change was accepted, otherwise 200. */
const changeRoute = (change: (call: Call) => Promise<AcceptedChange>) => async (call: Call) => {
  const { plan, isAccepted } = await change(call);
  return { ...ok(poolChangeView, viewPoolChange(plan)), ...(isAccepted && { status: 202 }) };
};

export const poolChangesRoutes = (deps: ChangeDeps): Routes => ({
  'POST /{uuid}/pools/': changeRoute((call) =>
    createPool(deps, call.caller, {
      ...clusterPath(call),
      readRequest: () => parsePoolCreation(readBody(call.request), call.request.query),
    }),
  ),
  'PATCH /{uuid}/pools/{pool}/': changeRoute((call) =>
    updatePool(deps, call.caller, {
      ...poolPath(call),
      readRequest: () => parsePoolUpdate(readBody(call.request), call.request.query),
    }),
  ),
  'DELETE /{uuid}/pools/{pool}/': changeRoute((call) =>
    deletePool(deps, call.caller, {
      ...poolPath(call),
      readRequest: () => parsePoolDeletion(call.request.query),
    }),
  ),
  'POST /{uuid}/pools/{pool}/scale/': changeRoute((call) =>
    scalePool(deps, call.caller, {
      ...poolPath(call),
      readRequest: () => parseScaling(readBody(call.request), call.request.query),
    }),
  ),
  'PATCH /{uuid}/pool-settings/': changeRoute((call) =>
    updatePoolSettings(deps, call.caller, {
      ...clusterPath(call),
      readRequest: () => parseSettingsChange(readBody(call.request), call.request.query),
    }),
  ),
  'DELETE /{uuid}/machines/{machine}/': changeRoute((call) =>
    deleteMachine(deps, call.caller, {
      ...clusterPath(call),
      readRequest: () => parseMachineDeletion(call.params.machine ?? '', call.request.query),
    }),
  ),
});
