type Planned = {
  /** Whether the plan belongs to the form's present values. */
  isCurrent: boolean;
  plan: { valid: boolean } | undefined;
  error: unknown;
};

/**
 * Whether the order can be placed. The plan must belong to the present values, have been read without an error, and be
 * valid.
 */
export const isOrderable = ({ isCurrent, plan, error }: Planned): boolean =>
  isCurrent && !error && plan?.valid === true;
