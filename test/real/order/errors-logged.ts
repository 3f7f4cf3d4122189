import { z } from 'zod';
import type { Endpoints } from '#infra/local/endpoints';
import { functionLogs } from '#test/function-log';

const line = z.looseObject({ level: z.string(), message: z.string() });
/** One of each log group that is read. */
const FUNCTIONS = ['api-records', 'steps-records', 'dispatcher'];

/** What the deployed functions have logged as errors: the stack is gone when somebody reads how a test ended. */
export async function errorsLogged({ aws }: Endpoints, stage: string): Promise<string> {
  const logs = await Promise.all(FUNCTIONS.map((name) => functionLogs(aws, [`${stage}-${name}`]).catch(() => [])));
  const lines = logs.flat().filter((message) => message.startsWith('{"level"'));
  return lines.filter((text) => line.parse(JSON.parse(text)).level === 'ERROR').join('\n');
}
