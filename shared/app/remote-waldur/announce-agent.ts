import type { Uuid } from '#shared/domain/_core/identifier';
import type { Waldur } from '#shared/ports/waldur';
import type { SyncDeps } from '../providers/sync-job.ts';

/** The modes of Waldur's published site agent, with the processor that it registers in each mode. */
const PROCESSORS = {
  order_process: 'OfferingOrderProcessor',
  membership_sync: 'OfferingMembershipProcessor',
  report: 'OfferingReportProcessor',
} as const;
export type AgentMode = keyof typeof PROCESSORS;

/**
 * Registers Paddock at the remote Waldur as the agent of this offering, as Waldur's published site agent does in each
 * run. Paddock registers under the name that the published site agent would use, so that Paddock replaces a site agent
 * that has served the offering before.
 */
export async function announceAgent(
  { clock }: Pick<SyncDeps, 'clock'>,
  { waldur, remoteOfferingUuid: offeringUuid }: { waldur: Waldur; remoteOfferingUuid: Uuid },
  mode: AgentMode,
): Promise<void> {
  const { agentVersion: version } = waldur;
  const agent = { name: `agent-${offeringUuid}`, offeringUuid, version, lastRestarted: clock.now().toISOString() };
  const known = await waldur.findAgent(agent.name, offeringUuid);
  if (known && known.version !== version) await waldur.updateAgent(known.uuid, agent);
  const uuid = known?.uuid ?? (await waldur.createAgent(agent));
  const service = await waldur.registerService(uuid, mode);
  const backend = { backendType: 'paddock.rancher_project', backendVersion: version };
  await waldur.registerProcessor(service, { name: PROCESSORS[mode], ...backend });
}
