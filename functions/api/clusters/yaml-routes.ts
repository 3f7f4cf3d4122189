import { exportYaml, importYaml } from '#shared/app/clusters/cluster-yaml';
import { exportView, importedView, readYamlImport } from '#shared/contracts/rest/clusters/cluster-yaml';
import { readBody } from '../_http/negotiate.ts';
import { ok } from '../_http/replies.ts';
import type { Routes } from '../_http/router.ts';

export const yamlRoutes = (deps: Omit<Parameters<typeof importYaml>[0], 'log'>): Routes => ({
  'GET /{uuid}/export_yaml/': async ({ params, caller }) =>
    ok(exportView, { yaml: await exportYaml(deps, caller, params.uuid ?? '') }),
  'POST /{uuid}/import_yaml/': {
    staff: async ({ request, params, caller, log }) => {
      const readImport = () => readYamlImport(readBody(request));
      await importYaml({ ...deps, log }, caller, { uuidText: params.uuid ?? '', readImport });
      return ok(importedView, 200);
    },
  },
});
