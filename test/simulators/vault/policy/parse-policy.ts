import { z } from 'zod';
import { badRequest } from '../vault-error.ts';
import { parseHcl } from './hcl.ts';

export const CAPABILITIES = [
  'create',
  'read',
  'update',
  'delete',
  'list',
  'sudo',
  'patch',
  'subscribe',
  'recover',
  'deny',
] as const;
export type Capability = (typeof CAPABILITIES)[number];

/** Capabilities by path pattern. */
export type Policy = Map<string, Set<Capability>>;

/** The older form of a rule: one word stands for several capabilities. */
const SHORTHAND: Record<string, Capability[]> = {
  deny: ['deny'],
  read: ['read', 'list'],
  write: ['create', 'read', 'update', 'delete', 'list'],
  sudo: ['create', 'read', 'update', 'delete', 'list', 'sudo'],
};

const rule = z.strictObject({
  capabilities: z.array(z.string()).default([]),
  policy: z.string().optional(),
  // Further fields of a rule, which are accepted but not enforced.
  comment: z.unknown().optional(),
  allowed_parameters: z.unknown().optional(),
  denied_parameters: z.unknown().optional(),
  required_parameters: z.unknown().optional(),
  min_wrapping_ttl: z.unknown().optional(),
  max_wrapping_ttl: z.unknown().optional(),
});
const byPath = z.record(z.string(), z.unknown());
const document = z.strictObject({ path: z.union([byPath.transform((paths) => [paths]), z.array(byPath)]).optional() });

/**
 * A policy in JSON or HCL.
 * @throws VaultError 400 for text that is neither JSON nor HCL, for unknown keys, and for unknown capabilities
 */
export function parsePolicy(text: string): Policy {
  try {
    const policy: Policy = new Map();
    for (const [path, given] of pathsOf(text)) {
      policy.set(path, new Set([...(policy.get(path) ?? []), ...capabilitiesOf(path, given)]));
    }
    return policy;
  } catch (error) {
    const problem = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    throw badRequest(`failed to parse policy: ${problem.replace(/^Error: /, '')}`);
  }
}

function pathsOf(text: string): [string, unknown][] {
  if (text.trim().startsWith('{')) {
    const { path = [] } = document.parse(JSON.parse(text));
    return path.flatMap((paths) => Object.entries(paths));
  }
  return parseHcl(text).map(({ keyword, label, body }) => {
    if (keyword !== 'path') throw new Error(`invalid key "${keyword}"`);
    return [label, body];
  });
}

function capabilitiesOf(path: string, given: unknown): Capability[] {
  const { capabilities, policy } = rule.parse(given);
  const named = capabilities.map((name) => {
    const known = CAPABILITIES.find((one) => one === name);
    if (!known) throw new Error(`path "${path}": invalid capability "${name}"`);
    return known;
  });
  const short = policy === undefined ? [] : SHORTHAND[policy];
  if (!short) throw new Error(`path "${path}": invalid policy "${policy}"`);
  const all = [...named, ...short];
  return all.includes('deny') ? ['deny'] : all;
}
