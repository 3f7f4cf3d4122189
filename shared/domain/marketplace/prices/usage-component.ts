import { z } from 'zod';
import type { Footprint } from './footprint.ts';

/** Components that a cluster is charged for (docs/spec/orders.md#usage-components). */
export const componentType = z.enum(['cpu_hours', 'ram_hours', 'storage_hours']);
export type ComponentType = z.infer<typeof componentType>;

type Component = {
  name: string;
  measuredUnit: string;
  /** The cluster's amount, in whole pieces. */
  rateOf: (footprint: Footprint) => number;
  /** Pieces in a charged unit: 1024 MB are a GB. */
  piecesPerUnit: bigint;
};

export const COMPONENTS: Readonly<Record<ComponentType, Component>> = {
  cpu_hours: { name: 'CPU hours', measuredUnit: 'vCPU-hours', rateOf: ({ vcpus }) => vcpus, piecesPerUnit: 1n },
  ram_hours: { name: 'RAM hours', measuredUnit: 'GB-hours', rateOf: ({ ramMb }) => ramMb, piecesPerUnit: 1024n },
  storage_hours: {
    name: 'Storage hours',
    measuredUnit: 'GB-hours',
    rateOf: ({ storageMb }) => storageMb,
    piecesPerUnit: 1024n,
  },
};
