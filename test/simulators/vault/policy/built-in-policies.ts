import type { StoredPolicy } from '../vault-objects.ts';
import { parsePolicy } from './parse-policy.ts';

/** The `default` policy: each token may read, renew and revoke itself, and may wrap and unwrap. */
const DEFAULT = [
  ['auth/token/lookup-self', 'read'],
  ['auth/token/renew-self', 'update'],
  ['auth/token/revoke-self', 'update'],
  ['sys/capabilities-self', 'update'],
  ['sys/internal/ui/resultant-acl', 'read'],
  ['sys/wrapping/wrap', 'update'],
  ['sys/wrapping/lookup', 'update'],
  ['sys/wrapping/unwrap', 'update'],
]
  .map(([path, capability]) => `path "${path}" {\n  capabilities = ["${capability}"]\n}\n`)
  .join('\n');

/** The two policies that always exist. `root` has no text, because it allows everything. */
export function builtInPolicies(): StoredPolicy[] {
  return [
    { name: 'default', text: DEFAULT, rules: parsePolicy(DEFAULT) },
    { name: 'root', text: '', rules: new Map() },
  ];
}
