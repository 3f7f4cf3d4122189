import { z } from 'zod';
import type { CloudAdmin } from '../../ports/cloud-admin.ts';
import { ignoreNotFound } from '../ignore-not-found.ts';
import { path } from '../json-client.ts';
import type { CloudSession } from './identity/cloud-session.ts';
import { quotaLimits } from './quota-limits.ts';
import { readQuotasOf } from './quotas.ts';

type ProjectQuotas = Pick<CloudAdmin, 'readProjectQuotas' | 'setProjectQuotas' | 'deleteProjectQuotas'>;

const SERVICES = [
  { service: 'compute', collection: '/os-quota-sets', key: 'quota_set' },
  { service: 'volume', collection: '/os-quota-sets', key: 'quota_set' },
  { service: 'network', collection: '/quotas', key: 'quota' },
] as const;

/**
 * One service may refuse while another is still at it: its answer is waited for, so that nothing is written after the caller has
 * been told and takes the quotas away again.
 */
async function allAnswered(calls: readonly Promise<unknown>[]): Promise<void> {
  for (const answer of await Promise.allSettled(calls)) if (answer.status === 'rejected') throw answer.reason;
}

/** Another project's quotas. */
export const projectQuotas = (session: CloudSession): ProjectQuotas => ({
  readProjectQuotas: (id) => readQuotasOf(session, id),

  async setProjectQuotas(id, limits, counts) {
    const wanted = quotaLimits(limits, counts, await readQuotasOf(session, id));
    const changes = SERVICES.filter(({ service }) => Object.keys(wanted[service]).length > 0);
    await allAnswered(
      changes.map(({ service, collection, key }) =>
        session.call(service, {
          op: 'setQuotas',
          method: 'PUT',
          path: collection + path`/${id}`,
          body: { [key]: wanted[service] },
          reply: z.unknown(),
        }),
      ),
    );
  },

  // Neutron says 404 of a project that has the defaults.
  deleteProjectQuotas: (id) =>
    allAnswered(
      SERVICES.map(({ service, collection }) =>
        ignoreNotFound(
          session.call(service, {
            op: 'deleteQuotas',
            method: 'DELETE',
            path: collection + path`/${id}`,
            reply: z.unknown(),
          }),
        ),
      ),
    ),
});
