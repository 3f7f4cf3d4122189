import type { Resource } from '#shared/domain/marketplace/resource';
import { usagesToReport } from '#shared/domain/remote-waldur/usages-to-report';
import { periodOf, startOf } from '#shared/domain/usage/billing-period';
import { WHOLE_LIST } from '#shared/ports/repository';
import { forEachIsolated } from '../_core/for-each-isolated.ts';
import type { Pass, SyncDeps } from '../providers/sync-job.ts';
import { onServedOfferings, type Served } from './served-offerings.ts';

/** Reports the figures of this month that are new or higher than in Waldur. Returns how many figures were reported. */
async function report(
  { store, clock }: Pick<SyncDeps, 'store' | 'clock'>,
  { waldur }: Served,
  { uuid, rancherProject }: Resource,
  components: readonly string[],
): Promise<number> {
  const remoteUuid = rancherProject?.remote?.uuid;
  if (remoteUuid === undefined) return 0;
  const period = periodOf(clock.now());
  const measured = await store.usages.listReported(uuid, period);
  if (measured.length === 0) return 0;
  const from = startOf(period).toISOString();
  const known = await waldur.listUsages(remoteUuid, from.slice(0, 'yyyy-mm-dd'.length));
  const usages = usagesToReport(measured, known, components);
  if (usages.length > 0) await waldur.setUsage(remoteUuid, from, usages);
  return usages.length;
}

/** Reports to a remote Waldur what its projects use in this month. Figures that could not be measured are not sent. */
export const reportRemoteUsages: Pass = (deps, provider) =>
  onServedOfferings(deps, provider, 'report', async (served) => {
    const { store, log } = deps;
    const where = { offering_uuid: [served.offering.uuid] };
    const isLeft = ({ state }: Resource) => state !== 'Terminated';
    const { items } = await store.resources.list({ visibility: 'all', where }, WHOLE_LIST, isLeft);
    const counted = { written: 0, failed: 0 };
    if (items.length === 0) return counted;
    const components = await served.waldur.listComponents(served.remoteOfferingUuid);
    counted.failed = await forEachIsolated(
      items,
      { log, about: ({ uuid }) => ({ resourceUuid: uuid }) },
      async (one) => {
        const written = await report(deps, served, one, components);
        // There must be no await between reading and writing the sum, because several resources are reported at once.
        counted.written += written;
      },
    );
    return counted;
  });
