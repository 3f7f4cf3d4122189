import { gigabytes } from '../ui/format.ts';

export type Flavor = { uuid?: string; name?: string; cores?: number; ram?: number };
export type Choice = { value: string; label: string };

/** A flavor with its size: `m1.medium: 2 vCPU, 4 GB`. */
export const flavorText = ({ name = '', cores = 0, ram = 0 }: Flavor): string =>
  `${name}: ${cores} vCPU, ${gigabytes(ram)}`;

/**
 * The minimum size of a node with a certain role: the number of vCPUs, and the memory in MB. The configuration of the
 * installation defines the values.
 */
export type Requirement = { CPU: number; RAM: number };

/** Finds the smallest flavor that meets the requirement of a role. */
export function smallestFor(flavors: readonly Flavor[], { CPU, RAM }: Requirement): Flavor | undefined {
  const enough = flavors.filter(({ cores = 0, ram = 0 }) => cores >= CPU && ram >= RAM);
  return enough.toSorted((a, b) => (a.ram ?? 0) - (b.ram ?? 0) || (a.cores ?? 0) - (b.cores ?? 0))[0];
}

type Named = { uuid?: string; name?: string };

export const choicesOf = (objects: readonly Named[]): Choice[] =>
  objects.map(({ uuid = '', name = '' }) => ({ value: uuid, label: name }));

/**
 * Returns the uuid of the only object, so that the form can select it. Returns an empty string for any other number of
 * objects.
 */
export const onlyOf = (objects: readonly Named[]): string => (objects.length === 1 ? (objects[0]?.uuid ?? '') : '');
