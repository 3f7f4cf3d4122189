type Context = {
  caller_type: string;
  caller_full_name?: string;
  caller_username?: string;
  caller_name?: string;
  impersonator_username?: string;
};

/** Returns who made a change: a user, a user who impersonates another user, or Paddock itself. */
export function callerOf(context: Context): string {
  const { caller_type, caller_full_name, caller_username, impersonator_username } = context;
  if (caller_type !== 'user') return caller_type === 'anonymous' ? 'Not signed in' : 'Paddock';
  const person = caller_full_name || caller_username || 'A user';
  return impersonator_username ? `${impersonator_username} as ${person}` : person;
}
