import type { Uuid } from '#shared/domain/_core/identifier';
import type { Key } from './keys.ts';

/** What a resource uses stands in its partition, oldest month first. */
export const resourcePartition = (resourceUuid: Uuid): string => `RESOURCE#${resourceUuid}`;
export const USAGE_PREFIX = 'USAGE#';
export const usagesOfMonth = (period: string): string => `${USAGE_PREFIX}${period}#`;
export const usageKey = (resourceUuid: Uuid, period: string, type: string): Key => ({
  pk: resourcePartition(resourceUuid),
  sk: `${usagesOfMonth(period)}${type}`,
});
/** Who used how much of it. */
export const userSharesKey = (resourceUuid: Uuid, period: string, type: string): Key => ({
  pk: resourcePartition(resourceUuid),
  sk: `USER_SHARES#${period}#${type}`,
});
/** Says where a reported usage is: its resource and month do not follow from its uuid. */
export const usagePointerKey = (uuid: Uuid): Key => ({ pk: `COMPONENT_USAGE#${uuid}`, sk: 'POINTER' });
