import type { Caller } from '#shared/domain/organizations/caller';
import { assertPermitted } from '#shared/domain/organizations/permission';
import { CHECK_TIMEOUT_MS } from '#shared/domain/providers/credential-check';
import { type Diagnosed, summaryOf } from '#shared/domain/rancher-projects/diagnosis/finding';
import { Conflict } from '#shared/errors';
import type { KeycloakSessions } from '#shared/ports/keycloak';
import type { RancherSessions } from '#shared/ports/rancher';
import type { Store } from '#shared/ports/store';
import { getVisible } from '../../_core/get-visible.ts';
import { projectOfferingsOf, projectsOf } from '../provider-projects.ts';
import { offeringChecks } from './offering-checks.ts';
import { providerChecks } from './provider-checks.ts';
import { runChecks } from './run-checks.ts';

export type DiagnosisDeps = {
  store: Pick<Store, 'settings' | 'offerings' | 'resources'>;
  rancher: RancherSessions;
  keycloak: KeycloakSessions;
  checkTimeoutMs?: number;
};
export type Diagnosis = { summary: ReturnType<typeof summaryOf>; checks: Diagnosed[] };

/**
 * Checks everything that projects of a provider need: the provider's Rancher and Keycloak, and the cluster, role,
 * components, labels and policies of each offering of projects. Archived offerings are left out. Writes nothing, not
 * even the state of the settings.
 */
export async function diagnoseProjects(deps: DiagnosisDeps, caller: Caller, uuidText: string): Promise<Diagnosis> {
  assertPermitted(caller, 'service_settings.update');
  const { store, rancher, checkTimeoutMs = CHECK_TIMEOUT_MS } = deps;
  const settings = await getVisible(store.settings, 'ServiceSettings', uuidText, () => true);
  if (settings.type !== 'Rancher') throw new Conflict('Only service settings of the type Rancher can be diagnosed.');
  const offerings = (await projectOfferingsOf(deps, settings)).filter(({ state }) => state !== 'Archived');
  const projects = await projectsOf(deps, settings);
  const { keycloak } = settings.options;
  const checks = offerings.flatMap((offering) =>
    offeringChecks({
      ...{ offering, hasKeycloak: keycloak !== undefined, open: () => rancher.open(settings) },
      projectCount: projects.filter((it) => it.offering.uuid === offering.uuid).length,
    }),
  );
  const named = { realm: '', userRealm: '', username: '', ...keycloak };
  const results = await runChecks([...providerChecks(deps, settings), ...checks], named, checkTimeoutMs);
  return { summary: summaryOf(results), checks: results };
}
