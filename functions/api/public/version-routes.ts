import { versionView } from '#shared/contracts/rest/_root/version';
import { VERSION } from '#shared/contracts/version';
import { ok } from '../_http/replies.ts';
import type { Routes } from '../_http/router.ts';

/** For who has a token: a version says to everybody else what is worth trying. */
export const versionRoutes: Routes = { 'GET /': async () => ok(versionView, { version: VERSION }) };
