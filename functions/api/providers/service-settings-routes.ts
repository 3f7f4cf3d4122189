import { getVisible } from '#shared/app/_core/get-visible';
import { type CheckDeps, checkServiceSettings } from '#shared/app/providers/check-service-settings';
import { createServiceSettings, type SettingsDeps } from '#shared/app/providers/create-service-settings';
import { listImportableClusters, seesSettings } from '#shared/app/providers/list-importable-clusters';
import { readProviderWork } from '#shared/app/providers/read-provider-work';
import { changeServiceSettings } from '#shared/app/providers/update-service-settings';
import { type DiagnosisDeps, diagnoseProjects } from '#shared/app/rancher-projects/diagnosis/diagnose-projects';
import { diagnosisView, viewDiagnosis } from '#shared/contracts/rest/providers/diagnosis';
import { importableClusterListing } from '#shared/contracts/rest/providers/importable-clusters';
import { providerWorkView, viewProviderWork } from '#shared/contracts/rest/providers/provider-work';
import {
  parseNewSettings,
  parseSettingsChange,
  settingsCheckView,
  settingsListing,
  settingsView,
  viewSettings,
} from '#shared/contracts/rest/providers/service-settings';
import type { Store } from '#shared/ports/store';
import { readFilters } from '../_http/lists/filters.ts';
import { listReply } from '../_http/lists/list-reply.ts';
import { listRoute } from '../_http/lists/list-route.ts';
import { pageOf } from '../_http/lists/paging.ts';
import { readBody } from '../_http/negotiate.ts';
import { created, ok } from '../_http/replies.ts';
import type { Routes } from '../_http/router.ts';

type Deps = SettingsDeps &
  CheckDeps &
  DiagnosisDeps & {
    store: Pick<Store, 'clusters' | 'offerings' | 'keycloakGroups' | 'importableClusters' | 'syncJobs' | 'slots'>;
  };

export const serviceSettingsRoutes = (deps: Deps): Routes => ({
  'GET /': listRoute(deps.store.settings, settingsListing),
  'GET /{uuid}/': async ({ params, caller, link }) => {
    const found = await getVisible(deps.store.settings, 'ServiceSettings', params.uuid ?? '', seesSettings(caller));
    return ok(settingsView, viewSettings(link, found));
  },
  'GET /{uuid}/importable_clusters/': async (call) => {
    const clusters = await listImportableClusters(deps, call.caller, call.params.uuid ?? '');
    const { matches = () => true } = readFilters(call, importableClusterListing.filters);
    return listReply(call, pageOf(clusters.filter(matches)), importableClusterListing);
  },
  'GET /{uuid}/work/': async ({ params, caller }) =>
    ok(providerWorkView, viewProviderWork(await readProviderWork(deps, caller, params.uuid ?? ''))),
  'POST /': {
    staff: async ({ request, caller, link }) => {
      const settings = await createServiceSettings(deps, caller, parseNewSettings(readBody(request)));
      return created(settingsView, viewSettings(link, settings));
    },
  },
  'PATCH /{uuid}/': {
    staff: async ({ request, params, caller, link }) => {
      const settings = await changeServiceSettings(deps, caller, params.uuid ?? '', (current) =>
        parseSettingsChange(current, readBody(request)),
      );
      return ok(settingsView, viewSettings(link, settings));
    },
  },
  'POST /{uuid}/check/': {
    staff: async ({ params, caller }) => {
      const { settings, checks } = await checkServiceSettings(deps, caller, params.uuid ?? '');
      return ok(settingsCheckView, { state: settings.state, checks });
    },
  },
  'POST /{uuid}/diagnose/': {
    staff: async ({ params, caller }) => {
      const diagnosis = await diagnoseProjects(deps, caller, params.uuid ?? '');
      const reply = ok(diagnosisView, viewDiagnosis(diagnosis));
      return diagnosis.summary.isHealthy ? reply : { ...reply, status: 424 };
    },
  },
});
