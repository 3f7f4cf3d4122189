import type { Uuid } from '#shared/domain/_core/identifier';
import { freeNetworks } from '#shared/domain/infrastructure/networks/node-supernet';
import { nodeNetworkClaim } from '#shared/domain/planning/naming';
import type { RancherSettings } from '#shared/domain/providers/service-settings';
import { Invalid } from '#shared/errors';
import type { Ids } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { managedPartOf } from './plan-managed-order.ts';

type Deps = { store: Pick<Store, 'claims'>; ids: Ids };
export type ChosenNetwork = { offeringUuid: Uuid; cidr: string };

/** How many networks are looked up at once. This is DynamoDB's maximum number of keys in one batch read. */
const AT_ONCE = 100;

/** Two random numbers. Each is at least 0 and less than 1. */
function chances(ids: Ids): [number, number] {
  const uuid = ids.uuid();
  const at = (start: number) => Number.parseInt(uuid.slice(start, start + 8), 16) / 2 ** 32;
  return [at(0), at(24)];
}

/**
 * Takes the next candidates. It uses neither `for...of` nor an iterator helper, because these would close the iterator,
 * and a later call could not continue.
 */
function next(candidates: Iterator<string>, count: number): string[] {
  const taken: string[] = [];
  for (let step = candidates.next(); !step.done; step = candidates.next()) {
    taken.push(step.value);
    if (taken.length === count) break;
  }
  return taken;
}

async function freeOf({ store }: Deps, cidrs: readonly string[]): Promise<string[]> {
  const held = await store.claims.holdersOf(cidrs.map(nodeNetworkClaim));
  return cidrs.filter((cidr) => !held.has(nodeNetworkClaim(cidr)));
}

/**
 * Draws free networks, starting at a random place in the range. When most networks are taken, concurrent callers find
 * the same few free networks. A second random number then decides which network a caller takes first, so that callers
 * do not collide.
 */
async function drawFree(deps: Deps, { supernet, reserved }: { supernet: string; reserved: string[] }, count: number) {
  const [start, turn] = chances(deps.ids);
  const candidates = freeNetworks(supernet, reserved, [], start);
  const drawn: string[] = [];
  let size = 2 * count;
  while (drawn.length < count) {
    const looked = next(candidates, size);
    if (looked.length === 0) break;
    const free = await freeOf(deps, looked);
    const first = Math.floor(turn * free.length);
    drawn.push(...free.slice(first), ...free.slice(0, first));
    size = AT_ONCE;
  }
  return drawn.slice(0, count);
}

/**
 * Chooses a free node network for each cloud, but does not reserve it. The networks are reserved by claims, which are
 * written together with the order. Throws Invalid when the provider's range has too few free networks.
 */
export async function chooseNetworks(
  deps: Deps,
  settings: RancherSettings,
  offeringUuids: readonly Uuid[],
): Promise<ChosenNetwork[]> {
  const { nodeNetworkSupernet: supernet, reservedNetworks: reserved } = managedPartOf(settings);
  const drawn = await drawFree(deps, { supernet, reserved }, offeringUuids.length);
  if (drawn.length < offeringUuids.length) {
    throw new Invalid([
      `The range ${supernet} of the provider has too few free node networks. The operator has to widen it (option node_network_supernet).`,
    ]);
  }
  return offeringUuids.map((offeringUuid, index) => ({ offeringUuid, cidr: drawn[index] ?? '' }));
}
