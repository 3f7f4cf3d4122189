import { Button, Code, Group, MultiSelect, Stack, Text, TextInput } from '@mantine/core';
import { dataOf } from '@paddock/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, done, pageOf } from '../../api/client.ts';
import { PAGE_SIZE } from '../../api/pauses.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { useAddress } from '../../ui/address.ts';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ListResult } from '../../ui/list-result.tsx';
import { isComplete, type NewHook } from './new-hook.ts';

/** Groups of event types, as `GET /api/events/event_groups/` lists them. */
const useGroups = () =>
  useQuery({
    queryKey: ['event groups'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => dataOf(api.GET('/api/events/event_groups/', { signal })),
  });

const useHooks = (page: number) =>
  useQuery({
    queryKey: ['hooks', page],
    queryFn: ({ signal }) =>
      pageOf(api.GET('/api/hooks-web/', { signal, params: { query: { page, page_size: PAGE_SIZE } } })),
  });
type Hook = NonNullable<ReturnType<typeof useHooks>['data']>['items'][number];

const COLUMNS: readonly Column<Hook>[] = [
  { title: 'Address', cell: ({ destination_url }) => destination_url },
  { title: 'Events', cell: ({ event_groups, event_types }) => [...event_groups, ...event_types].join(', ') || 'None' },
  { title: 'Active', cell: ({ is_active }) => (is_active ? 'Yes' : 'No') },
  {
    title: 'Failures',
    cell: ({ failures, error_message }) => (failures > 0 ? `${failures}: ${error_message}` : 'None'),
  },
  { title: 'Change', cell: (hook) => <Delete hook={hook} /> },
];

/** The user's web hooks: URLs to which Paddock sends events. */
export function HooksTab() {
  const pages = useAddress();
  const hooks = useHooks(pages.page);
  const [isOpen, setOpen] = useState(false);
  return (
    <Stack>
      <Group>
        <Button onClick={() => setOpen(true)}>Add a web hook</Button>
      </Group>
      {isOpen && <AddDialog onClose={() => setOpen(false)} />}
      <ListResult
        {...{ label: 'Web hooks', noun: 'web hook', query: hooks, columns: COLUMNS, pages }}
        keyOf={({ uuid }) => uuid}
        empty={
          <Empty title="You have no web hooks.">
            <Text>A web hook sends events to your own program.</Text>
          </Empty>
        }
      />
    </Stack>
  );
}

const Delete = ({ hook: { uuid, destination_url } }: { hook: Hook }) => (
  <ConfirmButton
    word="Delete"
    label={`Delete ${destination_url}`}
    title="Delete this web hook?"
    change={() => done(api.DELETE('/api/hooks-web/{uuid}/', { params: { path: { uuid } } }))}
  >
    <Text size="sm">{destination_url} gets no more events. Events that wait for delivery are dropped.</Text>
  </ConfirmButton>
);

/** Creates a web hook. The dialog shows the secret for signatures only once. */
function AddDialog({ onClose }: { onClose: () => void }) {
  const [hook, setHook] = useState<NewHook>({ destination_url: '', event_groups: [] });
  const known = Object.keys(useGroups().data ?? {});
  const queries = useQueryClient();
  const add = useMutation({
    gcTime: 0,
    mutationFn: () => dataOf(api.POST('/api/hooks-web/', { body: hook })),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['hooks'] }),
  });
  const secret = add.data?.secret;
  return (
    <ActionDialog
      title="Add a web hook"
      confirm={secret ? 'Close' : 'Add'}
      isDisabled={!isComplete(hook)}
      isOpen
      onClose={onClose}
      onConfirm={() => (secret ? onClose() : add.mutate())}
      action={add}
    >
      {secret ? (
        <>
          <Text size="sm">Your program checks signatures with this secret. It is not shown again.</Text>
          <Code block>{secret}</Code>
        </>
      ) : (
        <>
          <TextInput
            label="Address"
            placeholder="https://example.org/events"
            value={hook.destination_url}
            onChange={({ currentTarget }) => setHook({ ...hook, destination_url: currentTarget.value })}
            data-autofocus
          />
          <MultiSelect
            label="Groups of events"
            data={known}
            value={hook.event_groups}
            onChange={(event_groups) => setHook({ ...hook, event_groups })}
          />
        </>
      )}
    </ActionDialog>
  );
}
