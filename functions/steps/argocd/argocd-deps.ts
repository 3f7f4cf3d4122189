import type { ArgocdDeps } from '#shared/app/argocd-access';
import type { Logger } from '#shared/ports/runtime';
import type { SlotDeps } from '../_step/hold-slot.ts';

export type ArgocdStepDeps = ArgocdDeps & SlotDeps & { log: Logger };
