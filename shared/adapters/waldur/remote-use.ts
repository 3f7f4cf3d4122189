import type { Waldur } from '../../ports/waldur.ts';
import { path } from '../json-client.ts';
import { NO_CRITERIA } from '../list-selection.ts';
import { componentUsage, offeringComponents, teamMember } from './waldur-objects.ts';
import type { WaldurSession } from './waldur-session.ts';

type Use = Pick<Waldur, 'listComponents' | 'listTeam' | 'listUsages' | 'setUsage'>;

/** Calls about the components, users and usage of resources. */
export const remoteUse = (session: WaldurSession): Use => ({
  async listComponents(offeringUuid) {
    const { components } = await session.call({
      op: 'getOffering',
      method: 'GET',
      path: path`/marketplace-provider-offerings/${offeringUuid}/`,
      reply: offeringComponents,
    });
    return components.map(({ type }) => type);
  },
  async listTeam(uuid) {
    const listed = await session.list({
      op: 'listTeam',
      path: path`/marketplace-provider-resources/${uuid}/team/`,
      item: teamMember,
      where: NO_CRITERIA,
    });
    return listed.filter((username) => username !== '');
  },
  async listUsages(resourceUuid, month) {
    const listed = await session.list({
      op: 'listUsages',
      path: '/marketplace-component-usages/',
      item: componentUsage,
      where: {
        resource_uuid: { is: resourceUuid, of: (it) => it.resourceUuid },
        billing_period: { is: month, of: (it) => it.month },
      },
    });
    return listed.map(({ type, amount }) => ({ type, amount }));
  },
  setUsage: (resource, date, usages) =>
    session.post({
      op: 'setUsage',
      path: '/marketplace-component-usages/set_usage/',
      body: { resource, date, usages },
    }),
});
