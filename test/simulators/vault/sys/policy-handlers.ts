import { z } from 'zod';
import { parsePolicy } from '../policy/parse-policy.ts';
import { badRequest, notFound } from '../vault-error.ts';
import { type Answer, parseBody, type VaultCall } from '../vault-route.ts';

const written = z.object({ policy: z.string().optional(), rules: z.string().optional() });

/**
 * Handlers for the policies at `sys/policies/acl` and at the older `sys/policy`. Reading returns the text in the field
 * `policy` at the first path, and in the field `rules` at the older path. Names of policies are lower case.
 */
export function policyHandlers(textField: 'policy' | 'rules') {
  const nameOf = ({ params: { name = '' } }: VaultCall) => name.toLowerCase();
  return {
    list({ context }: VaultCall): Answer {
      const names = [...context.policies.keys()].sort();
      return { data: textField === 'policy' ? { keys: names } : { keys: names, policies: names } };
    },
    read(call: VaultCall): Answer {
      const found = call.context.policies.get(nameOf(call));
      if (!found) throw notFound();
      return { data: { name: found.name, [textField]: found.text } };
    },
    write(call: VaultCall): null {
      const name = nameOf(call);
      if (name === 'root') throw badRequest('cannot update "root" policy');
      const given = parseBody(written, call);
      const text = given.policy || given.rules;
      if (!text) throw badRequest("'policy' parameter not supplied or empty");
      call.context.policies.set(name, { name, text, rules: parsePolicy(text) });
      return null;
    },
    remove(call: VaultCall): null {
      const name = nameOf(call);
      if (name === 'root' || name === 'default') throw badRequest(`cannot delete "${name}" policy`);
      call.context.policies.delete(name);
      return null;
    },
  };
}
