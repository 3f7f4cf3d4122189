import { LOG } from '#shared/contracts/telemetry';
import type { Uuid } from '#shared/domain/_core/identifier';
import type { ProjectOffering } from '#shared/domain/marketplace/offering';
import type { Project } from '#shared/domain/organizations/project';
import type { RancherSettings } from '#shared/domain/providers/service-settings';
import type { Waldur } from '#shared/ports/waldur';
import type { SyncDeps, Synced, SyncReport } from '../providers/sync-job.ts';
import { projectOfferingsOf } from '../rancher-projects/provider-projects.ts';
import { type AgentMode, announceAgent } from './announce-agent.ts';

/**
 * An offering in Paddock that serves an offering in a remote Waldur. Paddock carries out the remote offering's orders.
 */
export type Served = {
  provider: RancherSettings;
  offering: ProjectOffering;
  remoteOfferingUuid: Uuid;
  /** The project in Paddock that holds the resources. */
  project: Project;
  waldur: Waldur;
};

async function servedOfferings(deps: SyncDeps, provider: RancherSettings, waldur: Waldur): Promise<Served[]> {
  const served: Served[] = [];
  for (const offering of await projectOfferingsOf(deps, provider)) {
    const { remote_offering_uuid: remoteOfferingUuid, remote_project: projectUuid } = offering.pluginOptions;
    if (remoteOfferingUuid === undefined || projectUuid === undefined || offering.state === 'Draft') continue;
    const project = await deps.store.projects.get(projectUuid);
    served.push({ provider, offering, remoteOfferingUuid, project, waldur });
  }
  return served;
}

type Counted = Pick<SyncReport, 'written' | 'failed'>;

/**
 * Does the work of one agent mode for each of the provider's offerings that serve a remote Waldur, one offering after
 * the other. If one offering fails, the work continues with the next offering. If all offerings fail, throws the last
 * error, so that the state machine tries again.
 */
export async function onServedOfferings(
  deps: SyncDeps,
  provider: RancherSettings,
  mode: AgentMode,
  work: (served: Served) => Promise<Counted>,
): Promise<Synced> {
  const startedAt = deps.clock.now().toISOString();
  const waldur = await deps.waldur.open(provider);
  const report = { written: 0, removed: 0, failed: 0 };
  const errors: unknown[] = [];
  const all = waldur ? await servedOfferings(deps, provider, waldur) : [];
  for (const served of all) {
    try {
      await announceAgent(deps, served, mode);
      const { written, failed } = await work(served);
      report.written += written;
      report.failed += failed;
    } catch (error) {
      deps.log.warn(LOG.recordNotSynced, { offeringUuid: served.offering.uuid, error });
      errors.push(error);
    }
  }
  if (errors.length > 0 && errors.length === all.length) throw errors.at(-1);
  report.failed += errors.length;
  return { report, memory: { startedAt, suspects: [] } };
}
