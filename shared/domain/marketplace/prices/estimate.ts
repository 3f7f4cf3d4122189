import { decimalText, fractionOf } from './decimal.ts';
import type { Footprint } from './footprint.ts';
import { COMPONENTS, type ComponentType, componentType, type PlanPrices } from './plan-prices.ts';

/** A twelfth of the hours in 365 days, so that an estimate is the same in every month. */
const HOURS_PER_MONTH = 730;
/** Number of decimal places of an amount of money. */
const CENTS = 2;

type EstimatedComponent = {
  type: ComponentType;
  /** Amount for one month, for example in vCPU-hours. */
  hours: string;
  price: string;
  cost: string;
};
export type Estimate = { hoursPerMonth: number; components: EstimatedComponent[]; total: string };

function costOf(type: ComponentType, price: string, rate: number): EstimatedComponent {
  const { piecesPerUnit } = COMPONENTS[type];
  const pieces = BigInt(rate) * BigInt(HOURS_PER_MONTH);
  const { numerator, denominator } = fractionOf(price);
  return {
    type,
    hours: decimalText(pieces, piecesPerUnit, 2),
    price,
    cost: decimalText(pieces * numerator, piecesPerUnit * denominator, CENTS),
  };
}

/**
 * The estimated cost of the machines for one month. The cost of each component is rounded, and the total is the sum of
 * the rounded costs.
 */
export function estimateOf(prices: PlanPrices, footprint: Footprint): Estimate {
  const components = componentType.options.map((type) =>
    costOf(type, prices[type] ?? '0', COMPONENTS[type].rateOf(footprint)),
  );
  const cents = components.reduce((sum, { cost }) => sum + BigInt(cost.replace('.', '')), 0n);
  return { hoursPerMonth: HOURS_PER_MONTH, components, total: decimalText(cents, 10n ** BigInt(CENTS), CENTS) };
}
