import type { OrderAttributes } from '#shared/domain/planning/order-attributes';
import type { Plan, PlanFacts } from '#shared/domain/planning/plan';
import type { FieldErrors } from '#shared/errors';

/** Plans the pools of an order. */
export const planPools = (_order: OrderAttributes, _facts: PlanFacts): Plan => ({ nodes: [], pools: [] });

export const poolProblems = (): FieldErrors => ({});
