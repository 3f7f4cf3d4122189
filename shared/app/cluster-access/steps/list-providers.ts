import { unfenced } from '#shared/app/_core/steps/implement';
import { listProviders as providersOf } from '#shared/app/providers/list-providers';
import { steps } from '#shared/contracts/steps';
import type { AccessDeps } from './access-deps.ts';

export const listProviders = unfenced(steps.access.listProviders, async (deps: AccessDeps, { job }) => ({
  providers: await providersOf(deps, job),
}));
