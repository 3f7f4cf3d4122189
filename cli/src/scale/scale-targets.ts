import { CommandError, EXIT } from '../command-error.ts';

export type Role = 'servers' | 'agents';
/** A number of equal machines: a pool, a node group, or the nodes of one role. */
export type Group = { name: string; roles: readonly Role[]; count: number };
export type Wish = { servers?: number; agents?: number; pools: readonly { name: string; count: number }[] };
export type Target<G extends Group> = { group: G; count: number };

/**
 * Finds the groups to change, and the new number of machines of each group. Leaves out groups that already have the
 * wanted number.
 * @throws CommandError if a group does not exist, or several groups match
 */
export function scaleTargets<G extends Group>(groups: readonly G[], { servers, agents, pools }: Wish): Target<G>[] {
  const targets = [
    ...(servers === undefined ? [] : [{ group: groupFor(groups, 'servers'), count: servers }]),
    ...(agents === undefined ? [] : [{ group: groupFor(groups, 'agents'), count: agents }]),
    ...pools.map(({ name, count }) => ({ group: groupCalled(groups, name), count })),
  ];
  if (targets.length === 0)
    throw new CommandError(
      'Nothing to scale was given.',
      EXIT.usage,
      `Give --agents or --pool. ${presentText(groups)}`,
    );
  return targets.filter(({ group, count }) => group.count !== count);
}

/** Finds the group for a role. Prefers a group with only this role, because some servers are also agents. */
function groupFor<G extends Group>(groups: readonly G[], role: Role): G {
  const fitting = groups.filter(({ roles }) => roles.includes(role));
  const alone = fitting.filter(({ roles }) => roles.length === 1);
  const candidates = alone.length > 0 ? alone : fitting;
  const [only] = candidates;
  if (only === undefined) throw new CommandError(`The cluster has no ${role}.`, EXIT.notFound, presentText(groups));
  if (candidates.length === 1) return only;
  const names = candidates.map(({ name }) => name).join(', ');
  throw new CommandError(
    `Several pools have ${role}: ${names}.`,
    EXIT.usage,
    'Choose a pool with --pool <name>=<number>.',
  );
}

function groupCalled<G extends Group>(groups: readonly G[], name: string): G {
  const found = groups.find((group) => group.name === name);
  if (found !== undefined) return found;
  throw new CommandError(`The cluster has no pool called ${name}.`, EXIT.notFound, presentText(groups));
}

const presentText = (groups: readonly Group[]): string =>
  `It has ${groups.map(({ name, count }) => `${name}=${count}`).join(', ') || 'no machines'}.`;
