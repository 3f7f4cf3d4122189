import type { DepsOf } from '#functions/api/_http/router';
import { clustersTables } from '#functions/api/clusters/tables';
import { contentsTables } from '#functions/api/contents/tables';
import { hooksTables } from '#functions/api/hooks/tables';
import { offeringsTables } from '#functions/api/offerings/tables';
import { ordersTables } from '#functions/api/orders/tables';
import { providersTables } from '#functions/api/providers/tables';
import type { Files } from '#functions/api/public/public-routes';
import { publicTables } from '#functions/api/public/tables';
import { recordsTables } from '#functions/api/records/tables';
import { PUBLISHED_FILES } from '#infra/openapi/published-files';

type Deps = DepsOf<
  [
    typeof publicTables,
    typeof recordsTables,
    typeof contentsTables,
    typeof hooksTables,
    typeof providersTables,
    typeof offeringsTables,
    typeof ordersTables,
    typeof clustersTables,
  ]
>;

/** Made once, as the build does: the document takes a second on busy cores. */
const made = new Map<string, Promise<Buffer>>();
const files: Files = {
  read: (name) => {
    const file = made.get(name) ?? PUBLISHED_FILES[name]?.() ?? Promise.resolve(Buffer.of());
    made.set(name, file);
    return file;
  },
};

/** Every resource's routes by its name in the path, as the functions have them. */
export const routeTables = (deps: Deps) => ({
  ...publicTables(deps, files),
  ...recordsTables(deps),
  ...contentsTables(deps),
  ...hooksTables(deps),
  ...providersTables(deps),
  ...offeringsTables(deps),
  ...ordersTables(deps),
  ...clustersTables(deps),
});
