type Planned = {
  /** Whether the plan is about what the form has now. */
  isCurrent: boolean;
  plan: { valid: boolean } | undefined;
  error: unknown;
};

/** Whether an order can be placed: only one whose plan was read, and has no fault. */
export const isOrderable = ({ isCurrent, plan, error }: Planned): boolean =>
  isCurrent && !error && plan?.valid === true;
