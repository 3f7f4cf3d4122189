import { CommandError, EXIT } from '../command-error.ts';
import type { Named } from '../find/choose.ts';
import { pick } from '../find/choose.ts';

/** A flavor. `ram` is in MB. */
export type FlavorRow = Named & { cores: number; ram: number };

/** The minimum that RKE2 recommends for a server. */
export const SMALLEST = { cores: 2, memoryGb: 4 };

export const flavorLabel = ({ name, cores, ram }: FlavorRow): string => `${name} (${cores} cores, ${ram / 1024} GB)`;

/** Returns the flavor that the user named, or the smallest flavor with enough cores and memory. */
export function chooseFlavor(
  flavors: readonly FlavorRow[],
  given: string | undefined,
  { cores, memoryGb }: { cores: number; memoryGb: number },
): FlavorRow {
  if (given !== undefined)
    return pick(flavors, given, { kind: 'flavor', kinds: 'flavors', option: '--flavor', labelOf: flavorLabel });
  const [smallest] = flavors
    .filter((flavor) => flavor.cores >= cores && flavor.ram >= memoryGb * 1024)
    .toSorted((a, b) => a.ram - b.ram || a.cores - b.cores || a.name.localeCompare(b.name));
  if (smallest !== undefined) return smallest;
  const known = flavors.map(flavorLabel).join(', ') || 'none';
  throw new CommandError(`No flavor has ${cores} cores and ${memoryGb} GB.`, EXIT.notFound, `Flavors: ${known}.`);
}
