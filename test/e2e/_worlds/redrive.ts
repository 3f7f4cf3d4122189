import type { Endpoints } from '#infra/local/endpoints';
import { runOps } from '#test/programs/run-ops';
import { STAGE } from './deployed-stack.ts';

/** `npm run redrive` on the deployed stage, as an operator runs it. */
export const redrive = ({ aws }: Endpoints, ...flags: string[]) => runOps(aws, 'redrive', '--stage', STAGE, ...flags);
