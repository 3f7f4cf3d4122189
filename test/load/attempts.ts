import { z } from 'zod';
import type { Endpoints } from '#infra/local/endpoints';
import { executions } from '#test/e2e/secrets/executions';

const failed = z.object({ taskFailedEventDetails: z.object({ error: z.string() }) });

export async function failedAttempts(endpoints: Endpoints): Promise<Record<string, number>> {
  const events = (await executions(endpoints)).filter(({ name }) => name === 'history TaskFailed');
  const errors = events.map(({ text }) => failed.parse(JSON.parse(text)).taskFailedEventDetails.error);
  return Object.fromEntries([...Map.groupBy(errors, (error) => error)].map(([error, of]) => [error, of.length]));
}
