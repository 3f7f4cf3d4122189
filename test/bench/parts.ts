import { accessPart } from './access/access-part.ts';
import { bundlesPart } from './bundles/bundles-part.ts';
import { burstsPart } from './bursts/bursts-part.ts';
import { clusterApiPart } from './cluster-api/cluster-api-part.ts';
import { clustersPart } from './clusters/clusters-part.ts';
import { listsPart } from './lists/lists-part.ts';
import { ordersPart } from './orders/orders-part.ts';
import type { Part } from './part.ts';
import { poolsPart } from './pools/pools-part.ts';
import { projectsPart } from './projects/projects-part.ts';
import { contentsPart } from './pulls/contents-part.ts';
import { pullsPart } from './pulls/pulls-part.ts';

export const PARTS: readonly Part[] = [
  bundlesPart,
  listsPart,
  ordersPart,
  burstsPart,
  clustersPart,
  poolsPart,
  clusterApiPart,
  accessPart,
  pullsPart,
  contentsPart,
  projectsPart,
];
export const commandOf = ({ name }: Pick<Part, 'name'>): string => `npm run bench -- --only ${name}`;
