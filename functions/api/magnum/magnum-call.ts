import type { MagnumCaller } from '#shared/app/cluster-api/magnum/magnum-caller';
import type { MagnumRoot } from '#shared/contracts/magnum/links';
import type { ApiReply } from '../_http/replies.ts';
import type { ApiRequest } from '../_http/request.ts';
import type { Params } from '../_http/router.ts';

/** A call of Magnum's API. `minor` is the minor version that the client speaks. */
export type MagnumCall = MagnumCaller & { request: ApiRequest; params: Params; root: MagnumRoot; minor: number };

/** A route. `since` is the first minor version that has the route. For older clients the route does not exist. */
export type MagnumRoute = { since?: number; run: (call: MagnumCall) => Promise<ApiReply> };
/** Routes by method and path below `/v1`. */
export type MagnumRoutes = Readonly<Record<string, MagnumRoute>>;
