import { z } from 'zod';

/**
 * One planned fault. `path` is a regular expression, tried on the path alone and on the path with the query. `client`
 * is the User-Agent; an empty one matches clients without a User-Agent. These are the kinds of fault. `refuse` cuts the
 * connection before the request has an effect. `lose` lets the request take effect, but cuts the connection instead of
 * answering. `hang` never answers. `slow` gives the usual answer, `delayMs` (default 100) later. `status` answers with
 * `status` (default 503), `retryAfter` seconds and `body`. `garbage` answers 200 with `body` (default: broken JSON).
 * With `hang`, `status` and `garbage`, the request has no effect.
 */
export const faultSchema = z.strictObject({
  method: z.string().toUpperCase().optional(),
  path: z.string().refine(isRegularExpression, 'is not a regular expression'),
  client: z.string().optional(),
  nth: z.int().min(1).optional(),
  kind: z.enum(['refuse', 'lose', 'status', 'hang', 'garbage', 'slow']),
  delayMs: z.int().min(1).optional(),
  status: z.int().min(200).max(599).optional(),
  retryAfter: z.union([z.int(), z.string()]).optional(),
  body: z.unknown().optional(),
});

export type Fault = z.infer<typeof faultSchema>;

function isRegularExpression(source: string): boolean {
  try {
    return new RegExp(source) instanceof RegExp;
  } catch {
    return false;
  }
}

/**
 * The faults of one simulator. Each fault counts its own matches. Of the faults that are due, the first one happens.
 */
export function faultPlan() {
  let planned: { fault: Fault; pattern: RegExp; matches: number }[] = [];
  return {
    add(fault: Fault) {
      planned.push({ fault, pattern: new RegExp(fault.path), matches: 0 });
    },
    clear() {
      planned = [];
    },
    list: () => planned.map(({ fault, matches }) => ({ ...fault, matches })),
    strike(method: string, url: string, client: string): Fault | undefined {
      const path = url.split('?')[0] ?? url;
      const matching = planned.filter(
        ({ fault, pattern }) =>
          (fault.method ?? method) === method &&
          (fault.client ?? client) === client &&
          (pattern.test(path) || pattern.test(url)),
      );
      for (const entry of matching) entry.matches += 1;
      return matching.find(({ fault, matches }) => fault.nth === undefined || fault.nth === matches)?.fault;
    },
  };
}

export type FaultPlan = ReturnType<typeof faultPlan>;
