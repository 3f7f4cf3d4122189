import type { SlotDeps } from '#shared/app/_core/steps/hold-slot';
import type { Logger } from '#shared/ports/runtime';
import type { ArgocdDeps } from '../argocd-access.ts';

export type ArgocdStepDeps = ArgocdDeps & SlotDeps & { log: Logger };
