import { type CommandCall, type CommandResult, failure, success } from './shell.ts';

/**
 * Supports the only form of jq that the scripts use: `jq -r` with a path of field names, e.g. `.auth.client_token`. The
 * JSON comes from standard input.
 */
export function jq({ args, stdin }: CommandCall): CommandResult {
  const path = args.find((arg) => !arg.startsWith('-')) ?? '.';
  try {
    const value = path.split('.').filter(Boolean).reduce(member, JSON.parse(stdin));
    const raw = typeof value === 'string' && args.some((arg) => /^-\w*r/.test(arg) || arg === '--raw-output');
    const missing = value === null && args.some((arg) => /^-\w*e/.test(arg));
    return { ...success(`${raw ? value : JSON.stringify(value)}\n`), code: missing ? 1 : 0 };
  } catch {
    return failure(2, 'jq: parse error');
  }
}

function member(value: unknown, name: string): unknown {
  const key = name.replace(/^\["?|"?\]$/g, '');
  if (typeof value !== 'object' || value === null) return null;
  return Object.entries(value).find(([own]) => own === key)?.[1] ?? null;
}
