import type { Capability, Policy } from './parse-policy.ts';

export interface AccessList {
  /** The capabilities at a path. Nothing is allowed if the set is empty or contains only `deny`. */
  capabilitiesAt(path: string, operation?: 'list'): Set<Capability>;
  /** Whether any rule concerns paths below this prefix. The prefix ends in a slash. */
  concerns(prefix: string): boolean;
}

/**
 * Merges policies. For a path, only the most specific matching pattern counts, with the capabilities from all policies
 * for this pattern.
 */
export function accessList(policies: Policy[]): AccessList {
  const merged = merge(policies);
  const exact = (path: string) => (isPattern(path) ? undefined : merged.get(path));
  const byPattern = (path: string) => {
    const [best] = [...merged.keys()].filter((pattern) => matches(pattern, path)).toSorted(byPriority);
    return best === undefined ? undefined : merged.get(best);
  };
  return {
    capabilitiesAt(path, operation) {
      const bare = path.replace(/\/$/, '');
      // The path of a list request ends in a slash. The path in a rule may lack this slash.
      const found =
        operation === 'list'
          ? (exact(path) ?? exact(bare) ?? byPattern(bare) ?? byPattern(path))
          : (exact(path) ?? byPattern(path));
      return found ?? new Set();
    },
    concerns: (prefix) => [...merged.keys()].some((path) => path.startsWith(prefix) || matches(path, prefix)),
  };
}

function merge(policies: Policy[]): Policy {
  const merged: Policy = new Map();
  for (const policy of policies) {
    for (const [path, capabilities] of policy) {
      const all = new Set([...(merged.get(path) ?? []), ...capabilities]);
      merged.set(path, all.has('deny') ? new Set(['deny']) : all);
    }
  }
  return merged;
}

const isPattern = (path: string): boolean => path.endsWith('*') || path.split('/').includes('+');

/** `+` matches one segment. `*` at the end matches any rest. */
function matches(pattern: string, path: string): boolean {
  if (!isPattern(pattern)) return false;
  const open = pattern.endsWith('*');
  const source = (open ? pattern.slice(0, -1) : pattern)
    .split('/')
    .map((segment) => (segment === '+' ? '[^/]+' : segment.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
    .join('/');
  return new RegExp(`^${source}${open ? '' : '$'}`).test(path);
}

/**
 * Sorts patterns by Vault's precedence, the highest first. The pattern whose first wildcard is later has precedence.
 * Further criteria are: no `*` at the end, then fewer `+`, then the longer pattern.
 */
function byPriority(a: string, b: string): number {
  const first = (path: string) => {
    const at = path.search(/(^|\/)\+(\/|$)|\*$/);
    return at < 0 ? path.length : at;
  };
  const plus = (path: string) => path.split('/').filter((segment) => segment === '+').length;
  return (
    first(b) - first(a) ||
    Number(a.endsWith('*')) - Number(b.endsWith('*')) ||
    plus(a) - plus(b) ||
    b.length - a.length ||
    (a < b ? 1 : -1)
  );
}
