import { makeRoutes } from '#functions/api/_http/router';
import type { Files } from '#functions/api/public/public-routes';
import { COLLECTIONS } from '#functions/api/segments';
import { TABLES } from '#functions/api/tables';
import { PUBLISHED_FILES } from '#infra/openapi/published-files';

/**
 * The generated files by name. Each file is generated only once, because the OpenAPI document takes a second on busy
 * cores.
 */
const made = new Map<string, Promise<Buffer>>();
const files: Files = {
  read: (name) => {
    const file = made.get(name) ?? PUBLISHED_FILES[name]?.() ?? Promise.resolve(Buffer.of());
    made.set(name, file);
    return file;
  },
};

type Makers = (typeof TABLES)[keyof typeof TABLES][1];
type AllDeps = [Makers] extends [(deps: infer Deps) => unknown] ? Deps : never;

/** The route tables of all resources, by the resource's name in the path. The Lambda functions have the same routes. */
export const routeTables = (deps: Omit<AllDeps, 'files' | 'collections'>) =>
  makeRoutes({ ...deps, files, collections: COLLECTIONS }, TABLES);
