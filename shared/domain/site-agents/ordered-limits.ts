import { type FieldErrors, Invalid } from '#shared/errors';
import type { AgentComponent } from '../marketplace/site-agent-offering.ts';
import type { Limits } from '../marketplace/site-agent-order.ts';

type Bounds = Pick<AgentComponent, 'min_value' | 'max_value'>;

function problemOf(value: number, { min_value = 0, max_value }: Bounds): string | undefined {
  if (value < min_value) return `Ensure this value is greater than or equal to ${min_value}.`;
  if (max_value !== undefined && value > max_value) return `Ensure this value is less than or equal to ${max_value}.`;
  return undefined;
}

/**
 * Errors by component. Each given component must be billed by limits, and its amount must be within the component's
 * bounds.
 */
function limitErrors(components: readonly AgentComponent[], given: Limits): FieldErrors {
  const limited = new Map(components.filter((it) => it.billing_type === 'limit').map((it) => [it.type, it]));
  const errors = Object.entries(given).flatMap(([type, value]): [string, string[]][] => {
    const component = limited.get(type);
    const problem = component
      ? problemOf(value, component)
      : `This offering has no component of this name that has limits. Its components with limits: ${[...limited.keys()].join(', ') || 'none'}.`;
    return problem === undefined ? [] : [[type, [problem]]];
  });
  return Object.fromEntries(errors);
}

/**
 * The limits of a new order. A limit that is not given gets the offering's default. Without a default, the limit is the
 * minimum. Throws Invalid for wrong limits. The error names the components.
 */
export function orderedLimits(components: readonly AgentComponent[], given: Limits): Limits {
  const defaults = components
    .filter(({ billing_type }) => billing_type === 'limit')
    .map(({ type, default_limit, min_value = 0 }) => [type, default_limit ?? min_value]);
  return checked(components, { ...Object.fromEntries(defaults), ...given });
}

/**
 * The limits that a backend reports. These limits may be outside of the bounds for orders. Limits that are not reported
 * stay. Throws Invalid for unknown components. The error names these components.
 */
export function reportedLimits(components: readonly AgentComponent[], before: Limits, given: Limits): Limits {
  const known = components.map(({ type }) => type);
  const unknown = Object.keys(given).filter((type) => !known.includes(type));
  const errors = unknown.map((type) => [
    type,
    [`This offering has no component of this name. Its components: ${known.join(', ') || 'none'}.`],
  ]);
  if (errors.length > 0) throw new Invalid({ limits: Object.fromEntries(errors) });
  return { ...before, ...given };
}

/**
 * The limits after a change. Limits that are not given stay. Throws Invalid for wrong limits. The error names the
 * components.
 */
export const changedLimits = (components: readonly AgentComponent[], before: Limits, given: Limits): Limits => {
  checked(components, given);
  return { ...before, ...given };
};

function checked(components: readonly AgentComponent[], limits: Limits): Limits {
  const errors = limitErrors(components, limits);
  if (Object.keys(errors).length > 0) throw new Invalid({ limits: errors });
  return limits;
}
