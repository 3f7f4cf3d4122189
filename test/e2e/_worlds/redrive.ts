import type { Endpoints } from '#infra/local/endpoints';
import { runOps } from '#test/programs/run-ops';
import { STAGE } from './deployed-stack.ts';

/** Runs `npm run redrive` against the deployed stage, as an operator does. */
export const redrive = ({ aws }: Endpoints, ...flags: string[]) => runOps(aws, 'redrive', '--stage', STAGE, ...flags);
