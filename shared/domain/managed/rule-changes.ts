import type { SecurityRule } from './security-rules.ts';

/** A rule as a cloud shows it, of which only what it admits is compared. */
type SeenRule = {
  id: string;
  direction: 'ingress' | 'egress';
  protocol: string | null;
  fromPort?: number;
  toPort?: number;
  cidr?: string;
};

const admits = ({ protocol, fromPort, toPort, cidr }: Omit<SeenRule, 'id' | 'direction'>): string =>
  JSON.stringify([protocol, fromPort ?? null, toPort ?? null, cidr ?? null]);

/** What a group lacks of the rules it is to have, and what it lets in besides by an address. Rules towards groups are not compared. */
export function ruleChanges<T extends SeenRule>(
  wanted: readonly SecurityRule[],
  seen: readonly T[],
): { missing: SecurityRule[]; surplus: T[] } {
  const inwards = seen.filter(({ direction, cidr }) => direction === 'ingress' && cidr !== undefined);
  const there = new Set(inwards.map(admits));
  const asked = new Set(wanted.map(admits));
  return {
    missing: wanted.filter((rule) => !there.has(admits(rule))),
    surplus: inwards.filter((rule) => !asked.has(admits(rule))),
  };
}
