import { gigabytes } from '../ui/format.ts';

export type Flavor = { uuid?: string; name?: string; cores?: number; ram?: number };
export type Choice = { value: string; label: string };

/** A flavor with its figures: `m1.medium: 2 vCPU, 4 GB`. */
export const flavorText = ({ name = '', cores = 0, ram = 0 }: Flavor): string =>
  `${name}: ${cores} vCPU, ${gigabytes(ram)}`;

/** What a role needs at least, as the installation says it: vCPUs and MB. */
export type Requirement = { CPU: number; RAM: number };

/** The smallest flavor that has what a role needs. */
export function smallestFor(flavors: readonly Flavor[], { CPU, RAM }: Requirement): Flavor | undefined {
  const enough = flavors.filter(({ cores = 0, ram = 0 }) => cores >= CPU && ram >= RAM);
  return enough.toSorted((a, b) => (a.ram ?? 0) - (b.ram ?? 0) || (a.cores ?? 0) - (b.cores ?? 0))[0];
}

type Named = { uuid?: string; name?: string };

export const choicesOf = (objects: readonly Named[]): Choice[] =>
  objects.map(({ uuid = '', name = '' }) => ({ value: uuid, label: name }));

/** The value of the only choice, so that nobody has to choose it. */
export const onlyOf = (objects: readonly Named[]): string => (objects.length === 1 ? (objects[0]?.uuid ?? '') : '');
