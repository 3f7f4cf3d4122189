import { COLLECTIONS } from '#shared/contracts/rest/_core/collections';
import { rootView } from '#shared/contracts/rest/_root/root';
import { ok } from '../_http/replies.ts';
import type { Routes } from '../_http/router.ts';

/** `GET /api/`: addresses of all collections, for callers with a token. */
export const rootRoutes: Routes = {
  'GET /': async ({ request: { origin } }) =>
    ok(rootView, Object.fromEntries(COLLECTIONS.map((name) => [name, `${origin}/api/${name}/`]))),
};
