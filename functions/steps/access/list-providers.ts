import { listProviders as providersOf } from '#shared/app/passes/list-providers';
import { steps } from '#shared/contracts/steps';
import { unfenced } from '../_step/implement.ts';
import type { AccessDeps } from './access-deps.ts';

export const listProviders = unfenced(steps.access.listProviders, async (deps: AccessDeps, { job }) => ({
  providers: await providersOf(deps, job),
}));
