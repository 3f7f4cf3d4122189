import type { ArgocdDeps } from '#shared/app/argocd-access';
import type { Logger } from '#shared/ports/runtime';

export type ArgocdStepDeps = ArgocdDeps & { log: Logger };
