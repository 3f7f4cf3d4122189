import { CLUSTERS_SEGMENTS } from './clusters/tables.ts';
import { CONTENTS_SEGMENTS } from './contents/tables.ts';
import { HOOKS_SEGMENTS } from './hooks/tables.ts';
import { OFFERINGS_SEGMENTS } from './offerings/tables.ts';
import { ORDERS_SEGMENTS } from './orders/tables.ts';
import { PROVIDERS_SEGMENTS } from './providers/tables.ts';
import { PUBLIC_SEGMENTS } from './public/tables.ts';
import { RECORDS_SEGMENTS } from './records/tables.ts';

/**
 * Maps each function to the first path segments below `/api/` that the function answers. A function is named after its
 * folder below `functions/`. Each function has its own rights (`infra/stacks/api.ts`). So routes that write secrets,
 * call clouds or need no token have functions of their own. This file imports no table of routes, because the routes
 * would then be in every bundle that needs the segments.
 */
export const SEGMENTS_OF = {
  'api/public': PUBLIC_SEGMENTS,
  'api/records': RECORDS_SEGMENTS,
  'api/contents': CONTENTS_SEGMENTS,
  'api/hooks': HOOKS_SEGMENTS,
  'api/providers': PROVIDERS_SEGMENTS,
  'api/offerings': OFFERINGS_SEGMENTS,
  'api/orders': ORDERS_SEGMENTS,
  'api/clusters': CLUSTERS_SEGMENTS,
} as const;
/** Segments that are not in the root document. No reply links to them. */
const UNLISTED = ['', 'openapi.json', 'docs', 'marketplace-offerings', 'rancher-template-versions'] as const;

export type ApiFunction = keyof typeof SEGMENTS_OF;
type AnySegment = (typeof SEGMENTS_OF)[ApiFunction][number];
type ListedSegment = Exclude<AnySegment, (typeof UNLISTED)[number]>;
declare module '#shared/contracts/rest/_core/collections' {
  interface Segments {
    all: AnySegment;
    listed: ListedSegment;
  }
}

const isListed = (segment: AnySegment): segment is ListedSegment => !UNLISTED.some((it) => it === segment);
export const COLLECTIONS: readonly ListedSegment[] = Object.values(SEGMENTS_OF).flat().filter(isListed);
