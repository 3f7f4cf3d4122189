import { versionView } from '#shared/contracts/rest/_root/version';
import { VERSION } from '#shared/contracts/version';
import { ok } from '../_http/replies.ts';
import type { Routes } from '../_http/router.ts';

/** For callers with a token: to others a version would show which attacks to try. */
export const versionRoutes: Routes = { 'GET /': async () => ok(versionView, { version: VERSION }) };
