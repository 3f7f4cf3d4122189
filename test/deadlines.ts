import { DEFAULT_DEADLINES } from '#machines/deadlines';

/** The same deadline for every phase, as context values of the CDK app (`infra/config.ts`). */
export const deadlineContext = (seconds: number): Record<string, string> =>
  Object.fromEntries(Object.keys(DEFAULT_DEADLINES).map((phase) => [`${phase}TimeoutSeconds`, String(seconds)]));
