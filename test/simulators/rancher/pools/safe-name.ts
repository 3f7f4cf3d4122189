import { createHash } from 'node:crypto';

const hexOf = (text: string): string => createHash('sha256').update(text).digest('hex');
/** The longest name that a label of Kubernetes can hold. */
const LONGEST = 63;

/** Joins the parts with hyphens. If the name is too long, its end is replaced by a hash of the whole name. */
export const safeName = (...parts: string[]): string => shortened(parts.join('-'), LONGEST);

/**
 * A machine's hostname with at most `limit` characters. Dots become hyphens, because cloud-init would cut the name at a
 * dot.
 */
export const hostnameOf = (name: string, limit: number): string => shortened(name.replaceAll('.', '-'), limit);

function shortened(whole: string, longest: number): string {
  if (whole.length <= longest) return whole;
  // The cut name must not end in a hyphen, because another hyphen follows.
  const isGoodCut = /[a-z0-9]/.test(whole.charAt(longest - 7));
  return isGoodCut
    ? `${whole.slice(0, longest - 6)}-${hexOf(whole).slice(0, 5)}`
    : `${whole.slice(0, longest - 7)}-${hexOf(whole).slice(0, 6)}`;
}
