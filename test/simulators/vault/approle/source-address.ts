import ipaddr from 'ipaddr.js';
import { badRequest } from '../vault-error.ts';

/** The address of all callers, because they run on the same computer. */
const SOURCE = '127.0.0.1';

/** @throws VaultError 400 for text that is no CIDR */
export function checkCidrs(cidrs: readonly string[]): void {
  const wrong = cidrs.find((one) => !ipaddr.isValidCIDR(one) && !ipaddr.isValid(one));
  if (wrong !== undefined) throw badRequest(`failed to parse value: invalid CIDR block: ${wrong}`);
}

/** Whether the caller's address is allowed. Without CIDRs, every address is allowed. */
export const mayComeFromHere = (cidrs: readonly string[] | null): boolean =>
  cidrs === null || cidrs.length === 0 || cidrs.some(holdsSource);

function holdsSource(cidr: string): boolean {
  const block = ipaddr.parseCIDR(cidr.includes('/') ? cidr : `${cidr}/32`);
  return block[0].kind() === 'ipv4' && ipaddr.parse(SOURCE).match(block);
}

export const refusedSource = (of: string) =>
  badRequest(`source address "${SOURCE}" unauthorized through CIDR restrictions on the ${of}: <nil>`);
