import { readFile } from 'node:fs/promises';
import { apiDepsWithSignIn } from '#shared/runtime/wiring/api-with-sign-in';
import { apiHandler } from '../_http/api-handler.ts';
import { makeRoutes } from '../_http/router.ts';
import { COLLECTIONS } from '../segments.ts';
import type { Files } from './public-routes.ts';
import { publicTable } from './tables.ts';

/** Reads files of the bundle. The build puts them beside the function. */
const files: Files = { read: (name) => readFile(new URL(name, import.meta.url)) };
const deps = { ...apiDepsWithSignIn('api/public'), files, collections: COLLECTIONS };
export const handler = apiHandler(deps, makeRoutes(deps, publicTable));
