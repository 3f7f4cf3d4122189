export type NewHook = { destination_url: string; event_groups: string[] };

/** Whether the form has enough values. The API refuses a web hook that gets no events. */
export const isComplete = ({ destination_url, event_groups }: NewHook): boolean =>
  destination_url !== '' && event_groups.length > 0;
