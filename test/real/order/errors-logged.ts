import { z } from 'zod';
import type { Endpoints } from '#infra/local/endpoints';
import { functionLogs } from '#test/function-log';

const line = z.looseObject({ level: z.string(), message: z.string() });
/** For each log group that is read, one function that writes into it. */
const FUNCTIONS = ['api-records', 'steps-records', 'dispatcher'];

/**
 * The errors that the deployed functions have logged. They are read now, since the stack no longer exists when somebody
 * reads a test's result.
 */
export async function errorsLogged({ aws }: Endpoints, stage: string): Promise<string> {
  const logs = await Promise.all(FUNCTIONS.map((name) => functionLogs(aws, [`${stage}-${name}`]).catch(() => [])));
  const lines = logs.flat().filter((message) => message.startsWith('{"level"'));
  return lines.filter((text) => line.parse(JSON.parse(text)).level === 'ERROR').join('\n');
}
