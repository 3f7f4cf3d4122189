import type { PassDeps } from '#shared/app/passes/pass';
import type { Metrics } from '#shared/runtime/metrics';

export type AccessDeps = PassDeps & { metrics: Metrics; keptMs: number };
